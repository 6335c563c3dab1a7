import { may, type Organization, type SarInstitutionStored, sarEndpoints } from '@hopscope/contract';
import { useState } from 'react';
import { useForm } from '../../../lib/form/use-form.ts';
import { readForm } from '../../../lib/form/read-form.ts';
import { formFailure } from '../../../lib/api/failure-message.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { Actions } from '../../../ui/overlay/Dialog.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { LoadedCard } from '../../../ui/layout/LoadedCard.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { currentInstitutionOf, useInstitution, useSaveInstitution } from '../api/sars.ts';
import { withValue } from '../model/content-path.ts';
import { InstitutionFields } from './InstitutionFields.tsx';
import { SarFormProvider } from './sar-form.tsx';
import css from './Sars.module.css';

const outdated = 'Someone else changed this. Nothing was overwritten; save again to overwrite it.';

function Form({ previous, organization }: { previous: SarInstitutionStored; organization: Organization }) {
  const toast = useToast();
  const { exactTime } = useFormats();
  const save = useSaveInstitution(organization._id);
  const [version, setVersion] = useState(previous.version);
  const editable = may(organization.role, 'sars.institution');

  const form = useForm({
    start: { institution: previous.institution },
    read: ({ institution }) => readForm(sarEndpoints.putSarInstitution.body, { institution, version }),
    send: (body) => save.mutateAsync({ body }),
    sent({ data }) {
      setVersion(data.version);
      toast.success('Saved. New reports start with these values.');
    },
    failure: 'Could not be saved',
    refused(thrown) {
      const current = currentInstitutionOf(thrown);
      if (current) setVersion(current.version);
      return current ? outdated : formFailure(thrown, 'Could not be saved');
    },
  });

  const edited = {
    root: form.values.institution,
    problems: [],
    shows: false,
    reads: !editable,
    change: (path: string, value: unknown) =>
      form.change('institution', withValue(form.current().institution, path, value)),
  };
  return (
    <SarFormProvider value={edited}>
      <div className={css.body}>
        <FormStack label="Institution" onSubmit={form.submit}>
          <Text tone={2}>
            {previous.updatedBy && previous.updatedAt
              ? `Changed by ${previous.updatedBy.name}, ${exactTime(Date.parse(previous.updatedAt) / 1000)}.`
              : 'Not entered yet.'}{' '}
            Existing reports do not change.
            {!editable && ' Only the owner and admins can change it.'}
          </Text>
          <InstitutionFields at="" goaml />
          <FormFailure text={form.failure} />
          {editable && (
            <Actions>
              <Button submit kind="primary" loading={form.busy}>
                Save
              </Button>
            </Actions>
          )}
        </FormStack>
      </div>
    </SarFormProvider>
  );
}

/** The filing institution of the organization's reports. */
export function InstitutionCard({ organization }: { organization: Organization }) {
  const query = useInstitution(organization._id);
  return (
    <LoadedCard
      title="Reporting institution"
      query={query}
      failure="The institution could not be loaded"
      skeleton={8}
    >
      {(previous) => <Form previous={previous} organization={organization} />}
    </LoadedCard>
  );
}
