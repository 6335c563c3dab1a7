import { planCurrencies } from '@hopscope/contract';
import { useForm } from '../../../lib/form/use-form.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Actions } from '../../../ui/overlay/Dialog.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { Pair } from '../../../ui/layout/Stack.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useChangePlan } from '../api/plans.ts';
import { type PlanFields, planFields, readPlan } from '../model/plan-form.ts';
import type { Plan } from './PlansSection.tsx';

/** Name, prices and limits of a plan. */
export function PlanForm({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const toast = useToast();
  const save = useChangePlan();
  const form = useForm({
    start: planFields(plan),
    draft: `plan:${plan.id}`,
    read: (values) => readPlan(values, plan.sortOrder),
    send: (body) => save.mutateAsync({ params: { planId: plan.id }, body }),
    sent() {
      toast.success('Plan saved');
      onClose();
    },
    failure: 'The plan could not be saved.',
  });
  const bind = (name: keyof PlanFields) => ({ ...form.field(name), size: 'middle' as const });
  return (
    <FormStack label="Plan" onSubmit={form.submit}>
      <Text tone={2} size={13}>
        New prices apply from the next invoice, new limits immediately.
      </Text>
      <Pair>
        <Field label="Name" {...bind('name')} />
        <SelectField<string>
          label="Currency"
          {...form.field('currency')}
          options={planCurrencies.map((value) => ({ value, label: value }))}
        />
        <Field label="Monthly price" inputMode="decimal" {...bind('monthly')} />
        <Field label="Yearly price" inputMode="decimal" {...bind('yearly')} />
        <Field label="Members" inputMode="numeric" optional placeholder="No limit" {...bind('members')} />
        <Field
          label="Transactions per month"
          inputMode="numeric"
          optional
          placeholder="No limit"
          {...bind('transactions')}
        />
        <Field
          label="Data retention, months"
          inputMode="numeric"
          optional
          placeholder="No limit"
          {...bind('retention')}
        />
        <Field label="API access" help="Yes, no, or a short description" {...bind('apiAccess')} />
        <Field
          label="API calls per day"
          inputMode="numeric"
          optional
          placeholder="No limit"
          {...bind('apiCalls')}
        />
      </Pair>
      <Field label="Support" optional {...bind('support')} />
      <Field label="Description" optional {...bind('description')} />
      <FormFailure text={form.failure} />
      <Actions>
        <Button
          onClick={() => {
            form.reset();
            onClose();
          }}
        >
          Cancel
        </Button>
        <Button submit kind="primary" loading={form.busy}>
          Save plan
        </Button>
      </Actions>
    </FormStack>
  );
}
