import { may, type Organization, type SarInstitutionStored } from '@hopscope/contract';
import { useState } from 'react';
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
  const [institution, setInstitution] = useState(previous.institution);
  const [version, setVersion] = useState(previous.version);
  const [failure, setFailure] = useState<string>();
  const editable = may(organization.role, 'sars.institution');

  function submit() {
    if (save.isPending) return;
    setFailure(undefined);
    save.mutate(
      { body: { institution, version } },
      {
        onSuccess({ data }) {
          setVersion(data.version);
          toast.success('Saved. New reports start with these values.');
        },
        onError(thrown) {
          const current = currentInstitutionOf(thrown);
          if (current) setVersion(current.version);
          setFailure(current ? outdated : formFailure(thrown, 'Could not be saved'));
        },
      },
    );
  }

  const form = {
    root: institution,
    problems: [],
    shows: false,
    reads: !editable,
    change: (path: string, value: unknown) => setInstitution((before) => withValue(before, path, value)),
  };
  return (
    <SarFormProvider value={form}>
      <div className={css.body}>
        <FormStack label="Institution" onSubmit={submit}>
          <Text tone={2}>
            {previous.updatedBy && previous.updatedAt
              ? `Changed by ${previous.updatedBy.name}, ${exactTime(Date.parse(previous.updatedAt) / 1000)}.`
              : 'Not entered yet.'}{' '}
            Existing reports do not change.
            {!editable && ' Only the owner and admins can change it.'}
          </Text>
          <InstitutionFields at="" goaml />
          <FormFailure text={failure} />
          {editable && (
            <Actions>
              <Button submit kind="primary" loading={save.isPending}>
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
