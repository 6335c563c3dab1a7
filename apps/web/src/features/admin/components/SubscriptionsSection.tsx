import type { CallOutput, operatorEndpoints } from '@hopscope/contract';
import { useDeferredValue, useState } from 'react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { FilterBox } from '../../../ui/form/FilterBox.tsx';
import { ListItem } from '../../../ui/display/List.tsx';
import { LoadedCard } from '../../../ui/layout/LoadedCard.tsx';
import { PagedList } from '../../../ui/display/PagedList.tsx';
import { SubscriptionTag } from '../../../shared/organization/SubscriptionTag.tsx';
import { adminPageSize, useSubscriptions } from '../api/plans.ts';
import { AssignPlanForm } from './AssignPlanForm.tsx';

export type AdminSubscription = CallOutput<typeof operatorEndpoints.listSubscriptions>['data'][number];

/** Organizations and their subscriptions. */
export function SubscriptionsSection({ page }: { page: number }) {
  const { date, counted } = useFormats();
  const [search, setSearch] = useState('');
  const query = useSubscriptions(page, useDeferredValue(search.trim()));
  const [assigning, setAssigning] = useState<AdminSubscription>();
  const close = () => setAssigning(undefined);
  const about = ({ organizationEmail, members, billingPeriod, currentPeriodEnd }: AdminSubscription) =>
    [
      organizationEmail,
      counted(members, 'member'),
      billingPeriod,
      ...(currentPeriodEnd === null ? [] : [`until ${date(currentPeriodEnd)}`]),
    ].join(', ');

  return (
    <LoadedCard title="Subscriptions" query={query} failure="Failed to load subscriptions">
      {({ data, total }) => (
        <>
          <FilterBox
            label="Find an organization"
            placeholder="Find by name"
            value={search}
            onChange={setSearch}
          />
          <PagedList
            label="Subscriptions"
            noun="organization"
            page={page}
            pageSize={adminPageSize}
            total={total}
            empty={
              search === ''
                ? { title: 'No organizations', text: 'No organization has been created yet.' }
                : { title: 'No matches', text: 'No organization name contains this text.' }
            }
          >
            {data.map((subscription) => (
              <ListItem
                key={subscription.organizationId}
                title={
                  <>
                    {subscription.organizationName}
                    <SubscriptionTag status={subscription.status} />
                  </>
                }
                text={`${subscription.tierId}, ${about(subscription)}`}
                actions={
                  <Button
                    size="small"
                    label={`Assign a plan to ${subscription.organizationName}`}
                    onClick={() => setAssigning(subscription)}
                  >
                    Assign plan
                  </Button>
                }
              />
            ))}
          </PagedList>
          <Dialog
            title={assigning ? `Plan of ${assigning.organizationName}` : ''}
            open={assigning !== undefined}
            onClose={close}
          >
            {assigning && <AssignPlanForm subscription={assigning} onClose={close} />}
          </Dialog>
        </>
      )}
    </LoadedCard>
  );
}
