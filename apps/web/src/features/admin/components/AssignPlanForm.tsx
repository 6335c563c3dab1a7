import { type BillingPeriod, operatorEndpoints } from '@hopscope/contract';
import { useForm } from '../../../lib/form/use-form.ts';
import { readForm, blankFields } from '../../../lib/form/read-form.ts';
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
  const assign = useAssignPlan();
  const form = useForm({
    start: { tierId: subscription.tierId, billingPeriod: subscription.billingPeriod, reason: '' },
    read: (values) =>
      readForm(
        operatorEndpoints.assignPlan.body,
        { ...values, reason: values.reason.trim() },
        blankFields(values, { reason: 'Please enter a reason' }),
      ),
    send: (body) => assign.mutateAsync({ params: { organizationId: subscription.organizationId }, body }),
    sent() {
      toast.success('Plan assigned');
      onClose();
    },
    failure: 'The plan could not be assigned.',
  });

  return (
    <FormStack label="Assign plan" onSubmit={form.submit}>
      <Text tone={2} size={13}>
        The organization is not charged and gets no invoice.
      </Text>
      <Pair>
        <SelectField
          label="Plan"
          {...form.field('tierId')}
          loading={plans.isPending}
          options={(plans.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
        <SelectField label="Billing period" {...form.field('billingPeriod')} options={periods} />
      </Pair>
      <Field
        label="Reason"
        size="middle"
        maxLength={500}
        help="Recorded in the audit log."
        {...form.field('reason')}
      />
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={form.busy}>
          Assign plan
        </Button>
      </Actions>
    </FormStack>
  );
}
