import { autoAssignments, may, type Organization, texts } from '@hopscope/contract';
import { useState } from 'react';
import { failureMessage, formFailure } from '../../../lib/api/failure-message.ts';
import { useDraft } from '../../../lib/drafts.ts';
import type { FormProblems } from '../../../lib/form-problems.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Actions } from '../../../ui/overlay/Dialog.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { LoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { RowTableSkeleton } from '../../../ui/display/RowTable.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { Pair, Stack } from '../../../ui/layout/Stack.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { Toggle } from '../../../ui/form/Toggle.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useUpdateOrganization } from '../api/organization.ts';
import { useReviewerLoads, useSetReviewer } from '../api/reviewers.ts';
import { type ApprovalForm, approvalOf, readApproval } from '../model/approval.ts';

type AutoAssign = (typeof autoAssignments)[number];

const assignments: readonly { value: AutoAssign; label: string }[] = [
  { value: 'off', label: 'None (reviewers pick them)' },
  { value: 'over_threshold', label: 'Transactions over the risk threshold' },
  { value: 'all', label: 'All listed transactions' },
];

/** Threshold from which a second person confirms decisions. */
function Approval({ organization, editable }: { organization: Organization; editable: boolean }) {
  const { _id: id } = organization;
  const toast = useToast();
  const saved = approvalOf(organization);
  const { form, change, reset } = useDraft<ApprovalForm>(`approval:${id}`, saved);
  const [problems, setProblems] = useState<FormProblems<'score' | 'amount'>>();
  const update = useUpdateOrganization();

  function submit() {
    const read = readApproval(form);
    setProblems('problems' in read ? read.problems : undefined);
    if ('problems' in read || update.isPending) return;
    update.mutate(
      { params: { id }, body: read },
      {
        onSuccess({ data }) {
          reset(approvalOf(data));
          toast.success(texts.complianceUpdated);
        },
      },
    );
  }

  const unchanged = form.score === saved.score && form.amount === saved.amount;
  return (
    <FormStack label="Second person" onSubmit={submit}>
      <p>
        At or above this risk score or amount, a second person must confirm the decision: a manager or above
        who did not make it. Unknown scores and amounts are treated as above.
      </p>
      <Pair>
        <Field
          label="Minimum risk score"
          name="approval-score"
          size="middle"
          inputMode="numeric"
          unit="0 to 100"
          optional
          disabled={!editable}
          error={problems?.score}
          help="Leave empty to ignore the score."
          value={form.score}
          onChange={(value) => change('score', value)}
        />
        <Field
          label="Minimum amount"
          name="approval-amount"
          size="middle"
          inputMode="decimal"
          before="$"
          optional
          disabled={!editable}
          error={problems?.amount}
          help="Leave empty to ignore the amount."
          value={form.amount}
          onChange={(value) => change('amount', value)}
        />
      </Pair>
      <FormFailure
        text={update.isError ? formFailure(update.error, texts.complianceUpdateFailed) : undefined}
      />
      {editable && (
        <Actions>
          {!unchanged && <Button onClick={() => reset(saved)}>Discard</Button>}
          <Button submit loading={update.isPending} disabled={unchanged}>
            Save
          </Button>
        </Actions>
      )}
    </FormStack>
  );
}

/** Whether a second person confirms approvals at or above the risk threshold. */
function OverThreshold({ organization, editable }: { organization: Organization; editable: boolean }) {
  const toast = useToast();
  const update = useUpdateOrganization();
  const { approvalOverThreshold } = organization.settings;
  return (
    <Toggle
      label="A second person confirms approvals at or above the risk threshold"
      help="Also applies to cases closed with a note. A reason is always required."
      checked={
        update.isPending
          ? (update.variables.body.settings?.approvalOverThreshold ?? approvalOverThreshold)
          : approvalOverThreshold
      }
      loading={update.isPending}
      disabled={!editable}
      onChange={(next) =>
        update.mutate(
          { params: { id: organization._id }, body: { settings: { approvalOverThreshold: next } } },
          {
            onSuccess: () => toast.success(texts.complianceUpdated),
            onError: (thrown) => toast.error(failureMessage(thrown, texts.complianceUpdateFailed)),
          },
        )
      }
    />
  );
}

/** Members who receive new transactions; changes are saved at once. */
function Reviewers({ organization }: { organization: Organization }) {
  const toast = useToast();
  const { counted } = useFormats();
  const query = useReviewerLoads(organization._id);
  const set = useSetReviewer(organization._id);
  const editable = may(organization.role, 'compliance.approve');
  if (!query.data) {
    return query.error ? (
      <LoadFailure title="Failed to load the reviewers" error={query.error} onRetry={query.refetch} />
    ) : (
      <RowTableSkeleton rows={2} kind="facts" />
    );
  }
  return (
    <Stack gap={12}>
      {query.data.map(({ userId, name, autoAssign, open }) => {
        const pending = set.isPending && set.variables.params.userId === userId;
        return (
          <Toggle
            key={userId}
            label={`Assign new transactions to ${name}`}
            help={`${counted(open, 'transaction')} open`}
            checked={pending ? set.variables.body.autoAssign : autoAssign}
            loading={pending}
            disabled={!editable}
            onChange={(next) =>
              set.mutate(
                { params: { userId }, body: { autoAssign: next } },
                { onError: (thrown) => toast.error(failureMessage(thrown, texts.organizationUpdateFailed)) },
              )
            }
          />
        );
      })}
    </Stack>
  );
}

/** Review settings: number of reviewers, and assignment of new transactions. */
export function ReviewCard({ organization, editable }: { organization: Organization; editable: boolean }) {
  const toast = useToast();
  const update = useUpdateOrganization();
  const { autoAssign } = organization.settings;
  return (
    <Card title="Transaction review" padded>
      <Stack gap={24}>
        <OverThreshold organization={organization} editable={editable} />
        <Approval organization={organization} editable={editable} />
        <SelectField
          label="New transactions assigned automatically"
          value={update.isPending ? (update.variables.body.settings?.autoAssign ?? autoAssign) : autoAssign}
          options={assignments}
          disabled={!editable}
          loading={update.isPending}
          onChange={(next) =>
            update.mutate(
              { params: { id: organization._id }, body: { settings: { autoAssign: next } } },
              {
                onSuccess: () => toast.success(texts.organizationUpdated),
                onError: (thrown) => toast.error(failureMessage(thrown, texts.organizationUpdateFailed)),
              },
            )
          }
        />
        <Text tone={2} size={13}>
          The next transaction goes to the member with the fewest open ones.
        </Text>
        <Reviewers organization={organization} />
      </Stack>
    </Card>
  );
}
