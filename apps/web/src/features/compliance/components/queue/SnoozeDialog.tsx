import { complianceLimits, type ComplianceTransaction, complianceQueueEndpoints } from '@hopscope/contract';
import { useForm } from '../../../../lib/form/use-form.ts';
import { readForm, blankFields } from '../../../../lib/form/read-form.ts';
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

const aDay: { span: SnoozeSpan; reason: string } = { span: 'day', reason: '' };

function Content({ transaction, organizationId, ...on }: Props) {
  const toast = useToast();
  const snooze = useSnooze(organizationId);
  const { _id: id, version } = transaction;
  const form = useForm({
    start: aDay,
    read: (values) =>
      readForm(
        complianceQueueEndpoints.snoozeComplianceTransaction.body,
        { until: endOf(values.span, Date.now()), reason: values.reason.trim(), version },
        blankFields(values, { reason: 'Please enter a reason' }),
      ),
    send: (body) => snooze.mutateAsync({ params: { id }, body }),
    sent() {
      toast.success('Transaction snoozed');
      on.onSnoozed();
    },
    failure: 'Failed to snooze the transaction',
    refused(thrown) {
      if (!changedMeanwhile(thrown)) return undefined;
      toast.error('Someone else changed this transaction. Nothing was overwritten.');
      on.onOutdated();
      return undefined;
    },
  });

  return (
    <FormStack label="Snooze" onSubmit={form.submit}>
      <p>
        Removes it from the queue until then. It returns early if its block, score, counterparties, status, or
        reviewer changes.
      </p>
      <SelectField label="How long" options={snoozeSpans} {...form.field('span')} />
      <TextArea
        label="Reason"
        autoFocus
        maxLength={complianceLimits.note}
        {...form.field('reason')}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void form.submit();
        }}
      />
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={on.onClose}>Cancel</Button>
        <Button submit kind="primary" loading={form.busy}>
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
