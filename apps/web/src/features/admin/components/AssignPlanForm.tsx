import type { BillingPeriod } from '@hopscope/contract';
import { useState } from 'react';
import { formFailure } from '../../../lib/api/failure-message.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Actions } from '../../../ui/overlay/Dialog.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { Pair } from '../../../ui/layout/Stack.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useAssignPlan, usePlans } from '../api/plans.ts';
import type { AdminSubscription } from './SubscriptionsSection.tsx';

const periods: readonly { value: BillingPeriod; label: string }[] = [
  { value: 'monthly', label: 'Monthly' },
  { value: 'yearly', label: 'Yearly' },
];

/** Assigns a plan to an organization as agreed with it; the reason is written to the audit log. */
export function AssignPlanForm({
  subscription,
  onClose,
}: {
  subscription: AdminSubscription;
  onClose: () => void;
}) {
  const toast = useToast();
  const plans = usePlans();
  const [tierId, setTierId] = useState(subscription.tierId);
  const [billingPeriod, setBillingPeriod] = useState(subscription.billingPeriod);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const assign = useAssignPlan();

  function submit() {
    setMissing(reason.trim() === '');
    if (reason.trim() === '' || assign.isPending) return;
    assign.mutate(
      {
        params: { organizationId: subscription.organizationId },
        body: { tierId, billingPeriod, reason: reason.trim() },
      },
      {
        onSuccess() {
          toast.success('Plan assigned');
          onClose();
        },
      },
    );
  }

  return (
    <FormStack label="Assign plan" onSubmit={submit}>
      <Text tone={2} size={13}>
        The organization is not charged and gets no invoice.
      </Text>
      <Pair>
        <SelectField
          label="Plan"
          value={tierId}
          loading={plans.isPending}
          options={(plans.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setTierId}
        />
        <SelectField
          label="Billing period"
          value={billingPeriod}
          options={periods}
          onChange={setBillingPeriod}
        />
      </Pair>
      <Field
        label="Reason"
        name="reason"
        size="middle"
        maxLength={500}
        help="Recorded in the audit log."
        error={missing ? 'Please enter a reason' : undefined}
        value={reason}
        onChange={setReason}
      />
      <FormFailure
        text={assign.isError ? formFailure(assign.error, 'The plan could not be assigned.') : undefined}
      />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={assign.isPending}>
          Assign plan
        </Button>
      </Actions>
    </FormStack>
  );
}
