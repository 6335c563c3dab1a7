import type { Subscription } from '@hopscope/contract';
import { CircleAlert, Info } from 'lucide-react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';

/** What a status means for the organization; nothing while all is well. */
export function StatusNotice({ subscription }: { subscription: Subscription }) {
  const { date } = useFormats();
  const { status, cancelAtPeriodEnd, currentPeriodEnd, payment } = subscription;
  const limits = 'The limits of the free plan count until then.';
  const warning = (text: string) => (
    <Notice kind="warning" icon={<CircleAlert size={16} strokeWidth={1.6} aria-hidden="true" />}>
      {text}
    </Notice>
  );
  if (status === 'unpaid') {
    return warning(
      payment === 'stripe'
        ? `The plan counts once the payment has been confirmed. ${limits}`
        : `The plan counts once the invoice has been paid. ${limits}`,
    );
  }
  if (status === 'past_due') return warning(`A payment is overdue. ${limits}`);
  if (cancelAtPeriodEnd && currentPeriodEnd !== null && status !== 'canceled') {
    return (
      <Notice kind="known" icon={<Info size={16} strokeWidth={1.6} aria-hidden="true" />}>
        Canceled: the plan ends on {date(currentPeriodEnd)}, then the free plan counts.
      </Notice>
    );
  }
  if (status === 'canceled') {
    return (
      <Notice kind="known" icon={<Info size={16} strokeWidth={1.6} aria-hidden="true" />}>
        The limits of the free plan count. Choose a plan to begin again.
      </Notice>
    );
  }
  return null;
}
