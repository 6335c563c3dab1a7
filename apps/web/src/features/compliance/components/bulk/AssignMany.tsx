import {
  complianceLimits,
  type ComplianceTransaction,
  type Organization,
  complianceEndpoints,
} from '@hopscope/contract';
import { useState } from 'react';
import { useForm } from '../../../../lib/form/use-form.ts';
import { readForm, blankFields } from '../../../../lib/form/read-form.ts';
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
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const assign = useAssignMany(organization._id);
  const options = reviewerOptions(members ?? [], { userId, role: organization.role }, transactions);
  const portion = transactions.slice(0, complianceLimits.bulk);

  const form = useForm({
    start: { reviewer: '' },
    read: (values) =>
      readForm(
        complianceEndpoints.assignComplianceTransactions.body,
        { transactionIds: portion.map(({ _id }) => _id), assigneeId: values.reviewer },
        blankFields(values, { reviewer: texts.noReviewer }),
      ),
    send: (body) => assign.mutateAsync({ body }),
    sent({ data: { results } }) {
      const given = results.filter(({ success }) => success);
      const failed = results.filter(({ success }) => !success);
      if (given.length > 0) toast.success(fillText(texts.manyAssigned, { n: String(given.length) }));
      else toast.error(texts.manyFailed);
      setRefused(failed);
      if (failed.length === 0) onClose();
      onAssigned(given.map(({ transactionId }) => transactionId));
    },
    failure: texts.manyFailed,
  });

  const named = (id: string): string => {
    const found = transactions.find(({ _id }) => _id === id);
    return found ? `${callOf(found)}, ${found.txId.slice(0, 10)}…` : id;
  };
  return (
    <FormStack label="Assign Transactions" onSubmit={form.submit}>
      <p>{counted(portion.length, 'transaction')} for review.</p>
      <SelectField
        label="Reviewer"
        searchable
        loading={isPending}
        placeholder="Select a reviewer"
        {...form.field('reviewer')}
        value={form.values.reviewer === '' ? undefined : form.values.reviewer}
        options={options}
      />
      {refused.length > 0 && (
        <List label="Not assigned">
          {refused.map(({ transactionId, message }) => (
            <ListItem key={transactionId} title={named(transactionId)} text={message ?? texts.assignFailed} />
          ))}
        </List>
      )}
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={form.busy}>
          Assign
        </Button>
      </Actions>
    </FormStack>
  );
}
