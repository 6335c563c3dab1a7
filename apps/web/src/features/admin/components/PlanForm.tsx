import { planCurrencies } from '@hopscope/contract';
import { useState } from 'react';
import { formFailure } from '../../../lib/api/failure-message.ts';
import { useDraft } from '../../../lib/drafts.ts';
import type { FormProblems } from '../../../lib/form-problems.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Actions } from '../../../ui/overlay/Dialog.tsx';
import { Field, type FieldProps } from '../../../ui/form/Field.tsx';
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
  const { form, change, reset } = useDraft<PlanFields>(`plan:${plan.id}`, planFields(plan));
  const [problems, setProblems] = useState<FormProblems<keyof PlanFields & string>>();
  const save = useChangePlan();

  function submit() {
    const read = readPlan(form, plan.sortOrder);
    setProblems('problems' in read ? read.problems : undefined);
    if ('problems' in read || save.isPending) return;
    save.mutate(
      { params: { planId: plan.id }, body: read.body },
      {
        onSuccess() {
          reset();
          toast.success('Plan saved');
          onClose();
        },
      },
    );
  }

  const bind = (name: keyof PlanFields & string): Omit<FieldProps, 'label'> => ({
    name,
    size: 'middle',
    error: problems?.[name],
    value: form[name] ?? '',
    onChange: (value) => change(name, value),
  });
  return (
    <FormStack label="Plan" onSubmit={submit}>
      <Text tone={2} size={13}>
        New prices apply from the next invoice, new limits immediately.
      </Text>
      <Pair>
        <Field label="Name" {...bind('name')} />
        <SelectField<string>
          label="Currency"
          error={problems?.currency}
          value={form.currency}
          options={planCurrencies.map((value) => ({ value, label: value }))}
          onChange={(value) => change('currency', value)}
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
      <FormFailure
        text={save.isError ? formFailure(save.error, 'The plan could not be saved.') : undefined}
      />
      <Actions>
        <Button
          onClick={() => {
            reset();
            onClose();
          }}
        >
          Cancel
        </Button>
        <Button submit kind="primary" loading={save.isPending}>
          Save plan
        </Button>
      </Actions>
    </FormStack>
  );
}
