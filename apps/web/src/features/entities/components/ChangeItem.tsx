import { type ChangeState, type DirectoryChange, directoryFields, rejectChange } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from '../../../lib/form/use-form.ts';
import { readForm, blankFields } from '../../../lib/form/read-form.ts';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { Hash } from '../../../shared/chain/Hash.tsx';
import { ListItem } from '../../../ui/display/List.tsx';
import { Row } from '../../../ui/layout/Row.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { Tag, type TagTone } from '../../../ui/display/Tag.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { TextArea } from '../../../ui/form/TextArea.tsx';
import { Time } from '../../../ui/text/Time.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useApproveChange, useRejectChange, useWithdrawChange } from '../api/changes.ts';
import { BeforeAfter } from '../../../ui/display/BeforeAfter.tsx';

const states: Record<ChangeState, { name: string; tone: TagTone }> = {
  pending: { name: 'Awaiting approval', tone: 'orange' },
  approved: { name: 'Approved', tone: 'green' },
  rejected: { name: 'Rejected', tone: 'red' },
  withdrawn: { name: 'Withdrawn', tone: 'gray' },
};

const kinds: Record<DirectoryChange['kind'], string> = {
  edit: 'Edit',
  create: 'New entity',
  delete: 'Removal',
  attribution: 'Address',
  merge: 'Merge',
  unmerge: 'Undo merge',
};

const actions = { add: 'Add', correct: 'Correct', end: 'End' } as const;

function What({ change }: { change: DirectoryChange }) {
  return (
    <Stack gap={4}>
      {change.fields.map(({ field, before, after, reset }) => (
        <Row key={field} wrap gap={6}>
          <Text tone={3}>{directoryFields[field].label}</Text>
          {reset ? (
            <Text>reset to the value from the sources</Text>
          ) : (
            <BeforeAfter before={before} after={after} />
          )}
        </Row>
      ))}
      {change.attribution && (
        <Row wrap gap={6}>
          {actions[change.attribution.action]}
          <Hash value={change.attribution.address} what="address" />
        </Row>
      )}
      {change.into !== null && (
        <span>
          {change.kind === 'unmerge' ? 'Undo merge with' : 'Merge with'} {change.into}
        </span>
      )}
      {change.reason !== null && <Text tone={2}>“{change.reason}”</Text>}
    </Stack>
  );
}

function Story({ change }: { change: DirectoryChange }) {
  const { author, at, decidedBy, decidedAt, decisionReason } = change;
  return (
    <>
      {change.suggestion ? 'Suggested' : 'Made'} by {author.name},{' '}
      <Time seconds={Date.parse(at) / 1000} to="minute" />
      {decidedBy !== null && decidedAt !== null && (
        <>
          {' '}
          · decided by {decidedBy.name}, <Time seconds={Date.parse(decidedAt) / 1000} to="minute" />
        </>
      )}
      {decisionReason !== null && <> · “{decisionReason}”</>}
    </>
  );
}

/** Asks for the reason of a rejection, which is shown to the author. */
function RejectDialog({ changeId, onClose }: { changeId: string; onClose: () => void }) {
  const toast = useToast();
  const reject = useRejectChange();
  const form = useForm({
    start: { reason: '' },
    read: (values) =>
      readForm(
        rejectChange.body,
        { reason: values.reason.trim() },
        blankFields(values, { reason: 'Please enter a reason' }),
      ),
    send: (body) => reject.mutateAsync({ params: { changeId }, body }),
    sent() {
      toast.success('Change rejected');
      onClose();
    },
    failure: 'The change could not be rejected.',
  });
  return (
    <ConfirmDialog
      title="Reject change"
      open
      danger
      confirmText="Reject"
      busy={form.busy}
      failure={form.failure}
      onConfirm={form.submit}
      onClose={onClose}
    >
      <TextArea
        label="Reason"
        maxLength={2000}
        help="Visible to the author of the change."
        {...form.field('reason')}
      />
    </ConfirmDialog>
  );
}

/** Actions on a change that the person may take. */
function Decide({ change }: { change: DirectoryChange }) {
  const toast = useToast();
  const approve = useApproveChange();
  const withdraw = useWithdrawChange();
  const [rejecting, setRejecting] = useState(false);
  const { id, may, entityName, entityId } = change;
  const name = entityName ?? entityId;
  const failed = (thrown: Error) => toast.error(failureMessage(thrown, 'The decision could not be saved.'));
  const params = { changeId: id };
  return (
    <>
      {may.withdraw && (
        <Button
          size="small"
          label={`Withdraw change to ${name}`}
          loading={withdraw.isPending}
          onClick={() =>
            withdraw.mutate(
              { params },
              { onSuccess: () => toast.success('Change withdrawn'), onError: failed },
            )
          }
        >
          Withdraw
        </Button>
      )}
      {may.reject && (
        <Button size="small" label={`Reject change to ${name}`} onClick={() => setRejecting(true)}>
          Reject
        </Button>
      )}
      {may.approve && (
        <Button
          size="small"
          kind="primary"
          label={`Approve change to ${name}`}
          loading={approve.isPending}
          onClick={() =>
            approve.mutate(
              { params, body: {} },
              { onSuccess: () => toast.success('Change approved'), onError: failed },
            )
          }
        >
          Approve
        </Button>
      )}
      {rejecting && <RejectDialog changeId={id} onClose={() => setRejecting(false)} />}
    </>
  );
}

/** A change of the directory: fields, author, reason, and outcome. */
export function ChangeItem({ change, named }: { change: DirectoryChange; named: boolean }) {
  const { state, kind, entityId, entityName } = change;
  return (
    <ListItem
      title={
        <>
          {named && (
            <Link to="/home/blockham" search={{ entity: entityId }}>
              {entityName ?? entityId}
            </Link>
          )}
          {kinds[kind]}
          <Tag tone={states[state].tone}>{states[state].name}</Tag>
          {change.suggestion && <Tag dashed>Suggestion</Tag>}
        </>
      }
      text={
        <Stack gap={4}>
          <Text tone={1} size={13}>
            <What change={change} />
          </Text>
          <span>
            <Story change={change} />
          </span>
        </Stack>
      }
      actions={<Decide change={change} />}
    />
  );
}
