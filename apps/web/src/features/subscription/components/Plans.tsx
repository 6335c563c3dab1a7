import { type BillingPeriod, type Subscription, type Tier, texts } from '@hopscope/contract';
import { useState } from 'react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { LoadedCard } from '../../../ui/layout/LoadedCard.tsx';
import { PlanCard, PlanCards } from '../../../shared/organization/PlanCard.tsx';
import { Segmented } from '../../../ui/form/Segmented.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { useTiers } from '../api/subscription.ts';
import { featureLines, planAction, priceText } from '../model/plan-text.ts';
import { ChangePlanDialog } from './ChangePlanDialog.tsx';
import { ContactSalesDialog } from './ContactSalesDialog.tsx';

const periods = [
  { value: 'monthly', label: 'Monthly' },
  { value: 'yearly', label: 'Yearly' },
] as const;

/** Plan cards with the monthly and yearly toggle. */
export function Plans({ subscription, manages }: { subscription: Subscription; manages: boolean }) {
  const formats = useFormats();
  const query = useTiers();
  const [period, setPeriod] = useState<BillingPeriod>(subscription.billingPeriod);
  const [chosen, setChosen] = useState<{ tier: Tier; creates: boolean }>();
  const [asking, setAsking] = useState(false);

  function actionOf(tier: Tier) {
    const action = manages ? planAction(tier, period, subscription) : null;
    if (action === null) return null;
    return (
      <Button
        block
        label={`${action.label}: ${tier.name}`}
        onClick={() => {
          if (action.kind === 'contact') setAsking(true);
          else setChosen({ tier, creates: action.creates });
        }}
      >
        {action.label}
      </Button>
    );
  }

  return (
    <LoadedCard
      title="Plans"
      query={query}
      failure={texts.tiersFailed}
      skeleton={8}
      padded
      extra={<Segmented label="Billing period" value={period} options={periods} onChange={setPeriod} />}
    >
      {(tiers) =>
        tiers.length === 0 ? (
          <EmptyState title={texts.noTiers} />
        ) : (
          <>
            <PlanCards>
              {tiers.map((tier) => {
                const current = tier.id === subscription.tierId && subscription.status !== 'canceled';
                return (
                  <PlanCard
                    key={tier.id}
                    name={tier.name}
                    tag={current && <Tag tone="blue">Current plan</Tag>}
                    price={priceText(tier, period, formats)}
                    text={tier.description}
                    features={featureLines(tier.features, formats)}
                    current={current}
                  >
                    {actionOf(tier)}
                  </PlanCard>
                );
              })}
            </PlanCards>
            <ChangePlanDialog
              subscription={subscription}
              choice={chosen}
              billingPeriod={period}
              onClose={() => setChosen(undefined)}
            />
            <ContactSalesDialog open={asking} onClose={() => setAsking(false)} />
          </>
        )
      }
    </LoadedCard>
  );
}
