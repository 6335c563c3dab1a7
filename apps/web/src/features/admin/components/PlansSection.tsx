import type { CallOutput, operatorEndpoints } from '@hopscope/contract';
import { useState } from 'react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { List, ListItem } from '../../../ui/display/List.tsx';
import { LoadedCard } from '../../../ui/layout/LoadedCard.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { usePlans } from '../api/plans.ts';
import { PlanForm } from './PlanForm.tsx';

export type Plan = CallOutput<typeof operatorEndpoints.listPlans>['data'][number];

/** Plans available to organizations. */
export function PlansSection() {
  const { money, counted } = useFormats();
  const query = usePlans();
  const [editing, setEditing] = useState<Plan>();
  const close = () => setEditing(undefined);
  const prices = ({ prices: list }: Plan) =>
    list
      .map(({ amount, currency, billingPeriod }) => `${money(amount, currency)} ${billingPeriod}`)
      .join(', ');

  return (
    <LoadedCard title="Plans" query={query} failure="Failed to load plans">
      {(plans) => (
        <>
          <List label="Plans">
            {plans.map((plan) => (
              <ListItem
                key={plan.id}
                title={
                  <>
                    {plan.name}
                    <Tag>{counted(plan.organizations, 'organization')}</Tag>
                  </>
                }
                text={`${prices(plan)}. ${plan.description}`}
                actions={
                  <Button size="small" label={`Edit ${plan.name}`} onClick={() => setEditing(plan)}>
                    Edit
                  </Button>
                }
              />
            ))}
          </List>
          <Dialog
            title={editing ? `Plan ${editing.name}` : ''}
            width={600}
            open={editing !== undefined}
            onClose={close}
          >
            {editing && <PlanForm plan={editing} onClose={close} />}
          </Dialog>
        </>
      )}
    </LoadedCard>
  );
}
