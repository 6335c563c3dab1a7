import { complianceLimits, type ComplianceTransaction, type Organization } from '@hopscope/contract';
import { useForm } from '../../../../lib/form/use-form.ts';
import { readForm, blankFields } from '../../../../lib/form/read-form.ts';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { useUser } from '../../../../lib/services.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { Actions } from '../../../../ui/overlay/Dialog.tsx';
import { List, ListItem } from '../../../../ui/display/List.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
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
const approval: { decision: (typeof all)[number]; note: string } = { decision: 'approve', note: '' };

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
  const many = useDecideMany(organization._id);
  const { _id: userId } = useUser();
  const actor = { userId, role: organization.role };
  const offered = all.filter((each) =>
    transactions.every((transaction) => allowedStatuses(actor, transaction).has(decisions[each].to)),
  );
  const decisionOf = (name: string) => offered.find((each) => each === name) ?? offered[0];
  const form = useForm({
    start: approval,
    read: (values) =>
      readForm(
        undefined,
        { to: decisionOf(values.decision), note: values.note.trim() },
        blankFields(values, { note: 'Please enter a reason' }),
      ),
    send: async ({ to, note }) => (to ? many.decide(transactions, decisions[to].to, note) : undefined),
    sent(answer) {
      if (!answer) return;
      const { done, proposed, refused } = answer;
      if (done.length > 0) {
        const waiting = proposed > 0 ? `, ${counted(proposed, 'decision')} awaiting approval` : '';
        toast.success(`${counted(done.length - proposed, 'transaction')} decided${waiting}`);
      } else toast.error(texts.statusFailed);
      onDecided(done);
      if (refused.length === 0) onClose();
    },
    failure: texts.statusFailed,
  });
  const to = decisionOf(form.values.decision);

  if (!to) {
    return <p>No decision is possible on all of these transactions. Assign them first, or select fewer.</p>;
  }
  return (
    <FormStack label="Decide on transactions" onSubmit={form.submit}>
      <Segmented
        label="Decision"
        value={to}
        options={offered.map((each) => ({ value: each, label: decisions[each].button }))}
        onChange={(decision) => form.change('decision', decision)}
      />
      <p>
        {counted(transactions.length, 'transaction')}, each with this reason in its history. At or above the
        risk threshold, each waits for a second person.
      </p>
      <ReasonTemplates decision={to} onChoose={(note) => form.change('note', note)} />
      <TextArea label="Reason" maxLength={complianceLimits.note} {...form.field('note')} />
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
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={many.isPending}>
          {many.isPending ? `${many.at} of ${transactions.length}` : `Decide on ${transactions.length}`}
        </Button>
      </Actions>
    </FormStack>
  );
}
