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
import { CircleAlert, Info } from 'lucide-react';
import { Notice } from '../../../ui/feedback/Notice.tsx';

/** Explains the status of the subscription; empty if it needs no action. */
function StatusNotice({ subscription }: { subscription: Subscription }) {
  const { date } = useFormats();
  const { status, cancelAtPeriodEnd, currentPeriodEnd, payment } = subscription;
  const limits = 'Free plan limits apply until then.';
  const warning = (text: string) => (
    <Notice kind="warning" icon={<CircleAlert size={16} strokeWidth={1.6} aria-hidden="true" />}>
      {text}
    </Notice>
  );
  if (status === 'unpaid') {
    return warning(
      payment === 'stripe'
        ? `The plan starts when the payment is confirmed. ${limits}`
        : `The plan starts when the invoice is paid. ${limits}`,
    );
  }
  if (status === 'past_due') return warning(`A payment is overdue. ${limits}`);
  if (cancelAtPeriodEnd && currentPeriodEnd !== null && status !== 'canceled') {
    return (
      <Notice kind="known" icon={<Info size={16} strokeWidth={1.6} aria-hidden="true" />}>
        Canceled: the plan ends on {date(currentPeriodEnd)}. The free plan applies after that.
      </Notice>
    );
  }
  if (status === 'canceled') {
    return (
      <Notice kind="known" icon={<Info size={16} strokeWidth={1.6} aria-hidden="true" />}>
        Free plan limits apply. Choose a plan to resubscribe.
      </Notice>
    );
  }
  return null;
}

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
