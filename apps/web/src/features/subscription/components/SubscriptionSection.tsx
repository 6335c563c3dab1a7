import { type Organization, may, texts } from '@hopscope/contract';
import { LoadedCard } from '../../../ui/layout/LoadedCard.tsx';
import { useSubscription } from '../api/subscription.ts';
import { CurrentPlanCard } from './CurrentPlanCard.tsx';
import { InvoicesCard } from './InvoicesCard.tsx';
import { Plans } from './Plans.tsx';
import { UsageCard } from './UsageCard.tsx';

/** The plan of the organization, its usage, and other plans. */
export function SubscriptionSection({ organization }: { organization: Organization }) {
  const manages = may(organization.role, 'subscription.manage');
  const query = useSubscription(organization._id);
  return (
    <>
      <LoadedCard title="Subscription" query={query} failure={texts.subscriptionFailed} padded>
        {(subscription) => <CurrentPlanCard subscription={subscription} manages={manages} />}
      </LoadedCard>
      <UsageCard organizationId={organization._id} />
      {query.data && <Plans subscription={query.data} manages={manages} />}
      {manages && <InvoicesCard organizationId={organization._id} />}
    </>
  );
}
