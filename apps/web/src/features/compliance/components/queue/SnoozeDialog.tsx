import { complianceLimits, type ComplianceTransaction } from '@hopscope/contract';
import { useState } from 'react';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { Actions, Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { TextArea } from '../../../../ui/form/TextArea.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { useSnooze } from '../../api/queue.ts';
import { changedMeanwhile } from '../../api/transactions.ts';
import { endOf, type SnoozeSpan, snoozeSpans } from '../../model/snooze.ts';

interface Props {
  transaction: ComplianceTransaction;
  organizationId: string;
  onSnoozed: () => void;
  onOutdated: () => void;
  onClose: () => void;
}

function Content({ transaction, organizationId, ...on }: Props) {
  const toast = useToast();
  const snooze = useSnooze(organizationId);
  const [span, setSpan] = useState<SnoozeSpan>('day');
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);

  function submit() {
    const given = reason.trim();
    setMissing(given === '');
    if (given === '' || snooze.isPending) return;
    const { _id: id, version } = transaction;
    snooze.mutate(
      { params: { id }, body: { until: endOf(span, Date.now()), reason: given, version } },
      {
        onSuccess() {
          toast.success('Transaction snoozed');
          on.onSnoozed();
        },
        onError(thrown) {
          if (!changedMeanwhile(thrown)) return;
          toast.error('Someone else changed this transaction. Nothing was overwritten.');
          on.onOutdated();
        },
      },
    );
  }

  return (
    <FormStack label="Snooze" onSubmit={submit}>
      <p>
        Removes it from the queue until then. It returns early if its block, score, counterparties, status, or
        reviewer changes.
      </p>
      <SelectField label="How long" value={span} options={snoozeSpans} onChange={setSpan} />
      <TextArea
        label="Reason"
        name="reason"
        autoFocus
        maxLength={complianceLimits.note}
        value={reason}
        error={missing ? 'Please enter a reason' : undefined}
        onChange={setReason}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          submit();
        }}
      />
      <FormFailure
        text={snooze.error ? failureMessage(snooze.error, 'Failed to snooze the transaction') : undefined}
      />
      <Actions>
        <Button onClick={on.onClose}>Cancel</Button>
        <Button submit kind="primary" loading={snooze.isPending}>
          Snooze
        </Button>
      </Actions>
    </FormStack>
  );
}

/** Asks for the reason and duration of a snooze. */
export function SnoozeDialog({ open, ...props }: Props & { open: boolean }) {
  return (
    <Dialog title="Snooze transaction" open={open} onClose={props.onClose}>
      <Content {...props} />
    </Dialog>
  );
}
