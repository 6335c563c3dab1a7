import type { SubscriptionStatus } from '@hopscope/contract';
import { Tag, type TagTone } from '../../ui/display/Tag.tsx';

/** Colors. */
const statuses: Record<SubscriptionStatus, { name: string; tone: TagTone }> = {
  active: { name: 'Active', tone: 'green' },
  past_due: { name: 'Past due', tone: 'orange' },
  canceled: { name: 'Canceled', tone: 'gray' },
  trial: { name: 'Trial', tone: 'blue' },
  unpaid: { name: 'Unpaid', tone: 'red' },
};

export function SubscriptionTag({ status }: { status: SubscriptionStatus }) {
  const { name, tone } = statuses[status];
  return <Tag tone={tone}>{name}</Tag>;
}
