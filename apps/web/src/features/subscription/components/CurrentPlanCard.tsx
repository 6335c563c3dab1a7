import { type Subscription, freePlanId } from '@hopscope/contract';
import { useState } from 'react';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { DescriptionList, type Fact } from '../../../ui/display/DescriptionList.tsx';
import { Row } from '../../../ui/layout/Row.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { SubscriptionTag } from '../../../shared/organization/SubscriptionTag.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useBillingPortal } from '../api/subscription.ts';
import { canCancel, priceText } from '../model/plan-text.ts';
import { CancelDialog } from './CancelDialog.tsx';
import { StatusNotice } from './StatusNotice.tsx';

/** Current plan of the organization. */
export function CurrentPlanCard({ subscription, manages }: { subscription: Subscription; manages: boolean }) {
  const { tier, status, billingPeriod, currentPeriodStart, currentPeriodEnd, trialEnd } = subscription;
  const toast = useToast();
  const formats = useFormats();
  const [canceling, setCanceling] = useState(false);
  const portal = useBillingPortal();
  const paid = tier.id !== freePlanId;
  const facts: Fact[] = [
    ['Price', priceText(tier, billingPeriod, formats)],
    ...(paid && currentPeriodEnd !== null
      ? [
          [
            'Billing period',
            `${formats.date(currentPeriodStart)} to ${formats.date(currentPeriodEnd)}`,
          ] satisfies Fact,
        ]
      : []),
    ...(status === 'trial' && trialEnd !== null
      ? [['Trial ends', formats.date(trialEnd)] satisfies Fact]
      : []),
  ];

  return (
    <Stack>
      <Row gap={8} wrap>
        <Text size={14}>
          <b>{tier.name}</b>
        </Text>
        <SubscriptionTag status={status} />
      </Row>
      <StatusNotice subscription={subscription} />
      <DescriptionList facts={facts} />
      {manages && paid && (
        <Row gap={8} wrap>
          {canCancel(subscription) && <Button onClick={() => setCanceling(true)}>Cancel subscription</Button>}
          {subscription.payment === 'stripe' && status !== 'canceled' && (
            <Button
              loading={portal.isPending}
              onClick={() =>
                portal.mutate(
                  { params: { id: subscription.organizationId } },
                  {
                    onError: (thrown) => toast.error(failureMessage(thrown, 'The page could not be opened.')),
                  },
                )
              }
            >
              Cards and receipts
            </Button>
          )}
        </Row>
      )}
      <CancelDialog subscription={subscription} open={canceling} onClose={() => setCanceling(false)} />
    </Stack>
  );
}
