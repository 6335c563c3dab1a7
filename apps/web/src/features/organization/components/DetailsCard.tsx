import { type Organization, organizationEmailMaxLength, texts } from '@hopscope/contract';
import { useState } from 'react';
import { formFailure } from '../../../lib/api/failure-message.ts';
import { useDraft } from '../../../lib/drafts.ts';
import type { FormProblems } from '../../../lib/form-problems.ts';
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
import { type Details, changedMeanwhile, checkDetails, detailsBody, detailsOf } from '../model/details.ts';

/** Name, contact, and allowed domains. */
export function DetailsCard({ organization, editable }: { organization: Organization; editable: boolean }) {
  const toast = useToast();
  const saved = detailsOf(organization);
  const { form, restored, change, reset } = useDraft<Details>(`organization:${organization._id}`, saved);
  const [expected, setExpected] = useState(organization.updatedAt);
  const [problems, setProblems] = useState<FormProblems<keyof Details & string>>();
  const update = useUpdateOrganization();

  function submit() {
    const found = checkDetails(form);
    setProblems(found);
    if (found || update.isPending) return;
    update.mutate(
      { params: { id: organization._id }, body: { ...detailsBody(form), expectedUpdatedAt: expected } },
      {
        onSuccess({ data }) {
          reset(detailsOf(data));
          setExpected(data.updatedAt);
          toast.success(texts.organizationUpdated);
        },
      },
    );
  }

  function discard() {
    reset(saved);
    setExpected(organization.updatedAt);
    setProblems(undefined);
    update.reset();
  }

  const unchanged = Object.entries(saved).every(([name, value]) => form[name] === value);
  return (
    <Card title="Organization" padded>
      <FormStack label="Organization" onSubmit={submit}>
        <RestoredNotice shown={restored && !unchanged} onDiscard={discard} />
        <Pair>
          <Field
            label="Name"
            name="organization"
            size="middle"
            disabled={!editable}
            error={problems?.name}
            value={form.name}
            onChange={(value) => change('name', value)}
          />
          <Field
            label="Contact email"
            name="organization-email"
            type="email"
            size="middle"
            disabled={!editable}
            maxLength={organizationEmailMaxLength}
            error={problems?.email}
            value={form.email}
            onChange={(value) => change('email', value)}
          />
        </Pair>
        <TextArea
          label="Description"
          name="description"
          optional
          maxLength={200}
          disabled={!editable}
          error={problems?.description}
          value={form.description}
          onChange={(value) => change('description', value)}
        />
        <TextArea
          label="Allowed domains"
          name="domains"
          optional
          disabled={!editable}
          placeholder="example.org"
          help="One per line. Only verified email addresses at these domains can be invited or join. Leave empty to allow all."
          error={problems?.domains}
          value={form.domains}
          onChange={(value) => change('domains', value)}
        />
        <FormFailure
          text={update.isError ? formFailure(update.error, texts.organizationUpdateFailed) : undefined}
        />
        {editable && (
          <Actions>
            {update.isError && changedMeanwhile(update.error) && (
              <Button onClick={discard}>Show current version</Button>
            )}
            {!unchanged && <Button onClick={discard}>Discard</Button>}
            <Button submit kind="primary" loading={update.isPending} disabled={unchanged}>
              Save
            </Button>
          </Actions>
        )}
      </FormStack>
    </Card>
  );
}
