import type { CallOutput, operatorEndpoints } from '@hopscope/contract';
import { useDeferredValue, useState } from 'react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { FilterBox } from '../../../ui/form/FilterBox.tsx';
import { ListItem } from '../../../ui/display/List.tsx';
import { LoadedCard } from '../../../ui/layout/LoadedCard.tsx';
import { PagedList } from '../../../ui/display/PagedList.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { SubscriptionTag } from '../../../shared/organization/SubscriptionTag.tsx';
import { adminPageSize, useSubscriptions } from '../api/plans.ts';
import { useProvisioning } from '../api/provisioning.ts';
import { AssignPlanForm } from './AssignPlanForm.tsx';
import { DisconnectDialog, ProvisioningForm } from './ProvisioningForm.tsx';

export type AdminSubscription = CallOutput<typeof operatorEndpoints.listSubscriptions>['data'][number];

/** Organizations and their subscriptions. */
export function SubscriptionsSection({ page }: { page: number }) {
  const { date, counted } = useFormats();
  const [search, setSearch] = useState('');
  const query = useSubscriptions(page, useDeferredValue(search.trim()));
  const [assigning, setAssigning] = useState<AdminSubscription>();
  const [providing, setProviding] = useState<AdminSubscription>();
  const [disconnecting, setDisconnecting] = useState<AdminSubscription>();
  const provisioning = useProvisioning();
  const close = () => setAssigning(undefined);
  const rulesOf = ({ organizationId }: AdminSubscription) =>
    provisioning.data?.find((each) => each.organizationId === organizationId);
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
                    {rulesOf(subscription) && <Tag>Identity provider</Tag>}
                  </>
                }
                text={`${subscription.tierId}, ${about(subscription)}`}
                actions={
                  <>
                    <Button
                      size="small"
                      label={`Identity provider of ${subscription.organizationName}`}
                      disabled={!provisioning.data}
                      onClick={() => setProviding(subscription)}
                    >
                      Identity provider
                    </Button>
                    <Button
                      size="small"
                      label={`Assign a plan to ${subscription.organizationName}`}
                      onClick={() => setAssigning(subscription)}
                    >
                      Assign plan
                    </Button>
                  </>
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
          <Dialog
            title={providing ? `Identity provider of ${providing.organizationName}` : ''}
            open={providing !== undefined}
            onClose={() => setProviding(undefined)}
          >
            {providing && (
              <ProvisioningForm
                organizationId={providing.organizationId}
                saved={rulesOf(providing)}
                onDisconnect={() => {
                  setDisconnecting(providing);
                  setProviding(undefined);
                }}
                onClose={() => setProviding(undefined)}
              />
            )}
          </Dialog>
          {disconnecting && (
            <DisconnectDialog
              organizationId={disconnecting.organizationId}
              name={disconnecting.organizationName}
              onClose={() => setDisconnecting(undefined)}
            />
          )}
        </>
      )}
    </LoadedCard>
  );
}
