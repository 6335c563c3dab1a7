import { autoAssignments, may, type Organization, texts } from '@hopscope/contract';
import { useForm } from '../../../lib/form/use-form.ts';
import { failureMessage } from '../../../lib/api/failure-message.ts';
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
import { approvalOf, readApproval } from '../model/approval.ts';

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
  const update = useUpdateOrganization();
  const form = useForm({
    start: approvalOf(organization),
    draft: `approval:${id}`,
    read: readApproval,
    send: (body) => update.mutateAsync({ params: { id }, body }),
    sent({ data }, { reset }) {
      reset(approvalOf(data));
      toast.success(texts.complianceUpdated);
    },
    failure: texts.complianceUpdateFailed,
  });

  return (
    <FormStack label="Second person" onSubmit={form.submit}>
      <p>
        At or above this risk score or amount, a second person must confirm the decision: a manager or above
        who did not make it. Unknown scores and amounts are treated as above.
      </p>
      <Pair>
        <Field
          label="Minimum risk score"
          size="middle"
          inputMode="numeric"
          unit="0 to 100"
          optional
          disabled={!editable}
          help="Leave empty to ignore the score."
          {...form.field('score')}
          name="approval-score"
        />
        <Field
          label="Minimum amount"
          size="middle"
          inputMode="decimal"
          before="$"
          optional
          disabled={!editable}
          help="Leave empty to ignore the amount."
          {...form.field('amount')}
          name="approval-amount"
        />
      </Pair>
      <FormFailure text={form.failure} />
      {editable && (
        <Actions>
          {form.changed && <Button onClick={() => form.reset()}>Discard</Button>}
          <Button submit loading={form.busy} disabled={!form.changed}>
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
