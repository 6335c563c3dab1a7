import { type Organization, organizationEmailMaxLength, texts } from '@hopscope/contract';
import { useState } from 'react';
import { useForm } from '../../../lib/form/use-form.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Actions } from '../../../ui/overlay/Dialog.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { RestoredNotice } from '../../../ui/feedback/RestoredNotice.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { Pair } from '../../../ui/layout/Stack.tsx';
import { TextArea } from '../../../ui/form/TextArea.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useUpdateOrganization } from '../api/organization.ts';
import { changedMeanwhile, detailsOf, readDetails } from '../model/details.ts';

/** Name, contact, and allowed domains. */
export function DetailsCard({ organization, editable }: { organization: Organization; editable: boolean }) {
  const toast = useToast();
  const saved = detailsOf(organization);
  const [expected, setExpected] = useState(organization.updatedAt);
  const update = useUpdateOrganization();
  const form = useForm({
    start: saved,
    draft: `organization:${organization._id}`,
    read: (values) => readDetails(values, saved, expected),
    send: (body) => update.mutateAsync({ params: { id: organization._id }, body }),
    sent({ data }, { reset }) {
      reset(detailsOf(data));
      setExpected(data.updatedAt);
      toast.success(texts.organizationUpdated);
    },
    failure: texts.organizationUpdateFailed,
  });

  function discard() {
    form.reset();
    setExpected(organization.updatedAt);
    update.reset();
  }

  return (
    <Card title="Organization" padded>
      <FormStack label="Organization" onSubmit={form.submit}>
        <RestoredNotice shown={form.restored && form.changed} onDiscard={discard} />
        <Pair>
          <Field
            label="Name"
            size="middle"
            disabled={!editable}
            {...form.field('name')}
            name="organization"
          />
          <Field
            label="Contact email"
            type="email"
            size="middle"
            disabled={!editable}
            maxLength={organizationEmailMaxLength}
            {...form.field('email')}
            name="organization-email"
          />
        </Pair>
        <TextArea
          label="Description"
          optional
          maxLength={200}
          disabled={!editable}
          {...form.field('description')}
        />
        <TextArea
          label="Allowed domains"
          optional
          disabled={!editable}
          placeholder="example.org"
          help="One per line. Only verified email addresses at these domains can be invited or join. Leave empty to allow all."
          {...form.field('domains')}
        />
        <FormFailure text={form.failure} />
        {editable && (
          <Actions>
            {update.isError && changedMeanwhile(update.error) && (
              <Button onClick={discard}>Show current version</Button>
            )}
            {form.changed && <Button onClick={discard}>Discard</Button>}
            <Button submit kind="primary" loading={form.busy} disabled={!form.changed}>
              Save
            </Button>
          </Actions>
        )}
      </FormStack>
    </Card>
  );
}
