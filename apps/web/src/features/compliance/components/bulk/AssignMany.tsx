import { complianceLimits, type ComplianceTransaction, type Organization } from '@hopscope/contract';
import { useState } from 'react';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { fillText } from '../../../../lib/text/fill-text.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { useUser } from '../../../../lib/services.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { Actions } from '../../../../ui/overlay/Dialog.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
import { List, ListItem } from '../../../../ui/display/List.tsx';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { useReviewers } from '../../api/reviewers.ts';
import { useAssignMany } from '../../api/transactions.ts';
import { reviewerOptions } from '../../model/reviewer-options.ts';
import { complianceTexts as texts } from '../../model/texts.ts';
import { callOf } from '../../model/transaction-labels.ts';

interface Refused {
  transactionId: string;
  message: string | null;
}

/** Assigns the selected transactions to one reviewer; those that couldn't be assigned stay selected, with the reason. */
export function AssignMany({
  organization,
  transactions,
  onAssigned,
  onClose,
}: {
  organization: Organization;
  transactions: readonly ComplianceTransaction[];
  onAssigned: (ids: readonly string[]) => void;
  onClose: () => void;
}) {
  const toast = useToast();
  const { counted } = useFormats();
  const { _id: userId } = useUser();
  const { data: members, isPending } = useReviewers(organization._id);
  const [reviewer, setReviewer] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const assign = useAssignMany(organization._id);
  const options = reviewerOptions(members ?? [], { userId, role: organization.role }, transactions);
  const portion = transactions.slice(0, complianceLimits.bulk);

  function submit() {
    setProblem(reviewer === undefined ? texts.noReviewer : undefined);
    if (reviewer === undefined || assign.isPending) return;
    const transactionIds = portion.map(({ _id }) => _id);
    assign.mutate(
      { body: { transactionIds, assigneeId: reviewer } },
      {
        onSuccess({ data: { results } }) {
          const given = results.filter(({ success }) => success);
          const failed = results.filter(({ success }) => !success);
          if (given.length > 0) toast.success(fillText(texts.manyAssigned, { n: String(given.length) }));
          else toast.error(texts.manyFailed);
          setRefused(failed);
          if (failed.length === 0) onClose();
          onAssigned(given.map(({ transactionId }) => transactionId));
        },
      },
    );
  }

  const named = (id: string): string => {
    const found = transactions.find(({ _id }) => _id === id);
    return found ? `${callOf(found)}, ${found.txId.slice(0, 10)}…` : id;
  };
  return (
    <FormStack label="Assign Transactions" onSubmit={submit}>
      <p>{counted(portion.length, 'transaction')} for review.</p>
      <SelectField
        label="Reviewer"
        searchable
        loading={isPending}
        placeholder="Select a reviewer"
        value={reviewer}
        options={options}
        error={problem}
        onChange={(value) => {
          setReviewer(value);
          setProblem(undefined);
        }}
      />
      {refused.length > 0 && (
        <List label="Not assigned">
          {refused.map(({ transactionId, message }) => (
            <ListItem key={transactionId} title={named(transactionId)} text={message ?? texts.assignFailed} />
          ))}
        </List>
      )}
      <FormFailure text={assign.error ? failureMessage(assign.error, texts.manyFailed) : undefined} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={assign.isPending}>
          Assign
        </Button>
      </Actions>
    </FormStack>
  );
}
