import { complianceLimits, type ComplianceTransaction, type Organization } from '@hopscope/contract';
import { useState } from 'react';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { useUser } from '../../../../lib/services.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { Actions } from '../../../../ui/overlay/Dialog.tsx';
import { List, ListItem } from '../../../../ui/display/List.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { Segmented } from '../../../../ui/form/Segmented.tsx';
import { TextArea } from '../../../../ui/form/TextArea.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { useDecideMany } from '../../api/decide-many.ts';
import { decisions } from '../../model/decisions.ts';
import { complianceTexts as texts } from '../../model/texts.ts';
import { callOf } from '../../model/transaction-labels.ts';
import { allowedStatuses } from '../queue/TransactionActions.tsx';
import { ReasonTemplates } from '../queue/ReasonTemplates.tsx';

const all = ['approve', 'note'] as const;

/** Decides on the selected transactions in the same way, with one reason; those that were refused stay selected, with the cause. */
export function DecideMany({
  organization,
  transactions,
  onDecided,
  onClose,
}: {
  organization: Organization;
  transactions: readonly ComplianceTransaction[];
  onDecided: (ids: readonly string[]) => void;
  onClose: () => void;
}) {
  const toast = useToast();
  const { counted } = useFormats();
  const [decision, setDecision] = useState<(typeof all)[number]>('approve');
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  const many = useDecideMany(organization._id);
  const { _id: userId } = useUser();
  const actor = { userId, role: organization.role };
  const offered = all.filter((each) =>
    transactions.every((transaction) => allowedStatuses(actor, transaction).has(decisions[each].to)),
  );
  const to = offered.find((each) => each === decision) ?? offered[0];

  async function submit() {
    const given = note.trim();
    setMissing(given === '');
    if (given === '' || !to || many.isPending) return;
    const { done, proposed, refused } = await many.decide(transactions, decisions[to].to, given);
    if (done.length > 0) {
      const waiting = proposed > 0 ? `, ${counted(proposed, 'decision')} awaiting approval` : '';
      toast.success(`${counted(done.length - proposed, 'transaction')} decided${waiting}`);
    } else toast.error(texts.statusFailed);
    onDecided(done);
    if (refused.length === 0) onClose();
  }

  if (!to) {
    return <p>No decision is possible on all of these transactions. Assign them first, or select fewer.</p>;
  }
  return (
    <FormStack label="Decide on transactions" onSubmit={() => void submit()}>
      <Segmented
        label="Decision"
        value={to}
        options={offered.map((each) => ({ value: each, label: decisions[each].button }))}
        onChange={setDecision}
      />
      <p>
        {counted(transactions.length, 'transaction')}, each with this reason in its history. At or above the
        risk threshold, each waits for a second person.
      </p>
      <ReasonTemplates decision={to} onChoose={setNote} />
      <TextArea
        label="Reason"
        name="note"
        maxLength={complianceLimits.note}
        value={note}
        error={missing ? 'Please enter a reason' : undefined}
        onChange={setNote}
      />
      {many.refused.length > 0 && (
        <List label="Not decided">
          {many.refused.map(({ transaction, cause }) => (
            <ListItem
              key={transaction._id}
              title={`${callOf(transaction)}, ${transaction.txId.slice(0, 10)}…`}
              text={failureMessage(cause, texts.statusFailed)}
            />
          ))}
        </List>
      )}
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={many.isPending}>
          {many.isPending ? `${many.at} of ${transactions.length}` : `Decide on ${transactions.length}`}
        </Button>
      </Actions>
    </FormStack>
  );
}
