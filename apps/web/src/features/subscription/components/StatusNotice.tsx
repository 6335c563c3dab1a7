import type { Subscription } from '@hopscope/contract';
import { CircleAlert, Info } from 'lucide-react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';

/** Explains the status of the subscription; empty if it needs no action. */
export function StatusNotice({ subscription }: { subscription: Subscription }) {
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
