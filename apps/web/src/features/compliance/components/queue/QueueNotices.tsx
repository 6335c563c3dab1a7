import {
  complianceLimits,
  type ComplianceTransaction,
  may,
  type Organization,
  complianceQueueEndpoints,
} from '@hopscope/contract';
import { AlarmClock, UserCheck } from 'lucide-react';
import { useState } from 'react';
import { useForm } from '../../../../lib/form/use-form.ts';
import { readForm, blankFields } from '../../../../lib/form/read-form.ts';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { useUser } from '../../../../lib/services.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { Actions, Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
import { Notice } from '../../../../ui/feedback/Notice.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { TextArea } from '../../../../ui/form/TextArea.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { useAnswerProposal, useWake } from '../../api/queue.ts';
import { maySnooze } from '../../model/snooze.ts';
import { statusNames } from '../../model/transaction-labels.ts';
import { ReportTab } from './ReportTab.tsx';

interface Props {
  transaction: ComplianceTransaction;
  organization: Organization;
}

function RejectForm({ transaction, organization, onClose }: Props & { onClose: () => void }) {
  const toast = useToast();
  const answer = useAnswerProposal(organization._id);
  const { _id: id, version } = transaction;
  const form = useForm({
    start: { note: '' },
    read: (values) =>
      readForm(
        complianceQueueEndpoints.answerComplianceProposal.body,
        { confirm: false, note: values.note.trim(), version },
        blankFields(values, { note: 'Please enter a reason' }),
      ),
    send: (body) => answer.mutateAsync({ params: { id }, body }),
    sent() {
      toast.success('Decision rejected');
      onClose();
    },
    failure: 'Failed to reject the decision',
  });

  return (
    <FormStack label="Reject" onSubmit={form.submit}>
      <p>The transaction stays with its reviewer, who sees the reason.</p>
      <TextArea label="Reason" autoFocus maxLength={complianceLimits.note} {...form.field('note')} />
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={form.busy}>
          Reject
        </Button>
      </Actions>
    </FormStack>
  );
}

/** A decision that waits for a second person, with the answers that the viewer may give. */
function Proposal({ transaction, organization }: Props) {
  const { exactTime } = useFormats();
  const toast = useToast();
  const { _id: userId } = useUser();
  const answer = useAnswerProposal(organization._id);
  const [rejecting, setRejecting] = useState(false);
  const { proposal, _id: id, version } = transaction;
  if (!proposal) return null;
  const own = proposal.by._id === userId;
  const answers = !own && may(organization.role, 'compliance.approve');
  return (
    <Notice kind="part" icon={<UserCheck size={16} strokeWidth={1.6} aria-hidden="true" />}>
      <p>
        <b>Awaiting approval by another person.</b> {statusNames[proposal.status]}, proposed by{' '}
        {proposal.by.name}, {exactTime(proposal.at)}
        {proposal.note !== null && (
          <>
            : <ReportTab text={proposal.note} sar={proposal.sar} />
          </>
        )}
      </p>
      {answers ? (
        <Row gap={8}>
          <Button
            size="small"
            kind="primary"
            loading={answer.isPending}
            onClick={() =>
              answer.mutate(
                { params: { id }, body: { confirm: true, version } },
                {
                  onSuccess: () => toast.success('Decision confirmed'),
                  onError: (thrown) => toast.error(failureMessage(thrown, 'Failed to confirm the decision')),
                },
              )
            }
          >
            Confirm
          </Button>
          <Button size="small" onClick={() => setRejecting(true)}>
            Reject…
          </Button>
        </Row>
      ) : (
        <p>{own ? 'Another manager or above must confirm it.' : 'A manager or above must confirm it.'}</p>
      )}
      <Dialog title="Reject decision" open={rejecting} onClose={() => setRejecting(false)}>
        <RejectForm
          transaction={transaction}
          organization={organization}
          onClose={() => setRejecting(false)}
        />
      </Dialog>
    </Notice>
  );
}

/** End of a snooze, and its reason. */
function Snoozed({ transaction, organization }: Props) {
  const { exactTime } = useFormats();
  const toast = useToast();
  const { _id: userId } = useUser();
  const wake = useWake(organization._id);
  const { snooze, _id: id } = transaction;
  if (!snooze) return null;
  return (
    <Notice kind="part" icon={<AlarmClock size={16} strokeWidth={1.6} aria-hidden="true" />}>
      <p>
        <b>Snoozed until {exactTime(snooze.until)}</b> by {snooze.by.name}: {snooze.reason}
      </p>
      {maySnooze({ userId, role: organization.role }, transaction) && (
        <Button
          size="small"
          loading={wake.isPending}
          onClick={() =>
            wake.mutate(
              { params: { id } },
              { onError: (thrown) => toast.error(failureMessage(thrown, 'Failed to end the snooze')) },
            )
          }
        >
          Back to the queue
        </Button>
      )}
    </Notice>
  );
}

/** Reasons why a transaction isn't in the working list. */
export function QueueNotices(props: Props) {
  return (
    <>
      <Proposal {...props} />
      <Snoozed {...props} />
    </>
  );
}
