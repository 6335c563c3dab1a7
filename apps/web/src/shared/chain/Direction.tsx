import { ArrowDownLeft, ArrowUpRight, Repeat2 } from 'lucide-react';
import css from './Direction.module.css';

const views = {
  in: { Icon: ArrowDownLeft, name: 'Received' },
  out: { Icon: ArrowUpRight, name: 'Sent' },
  self: { Icon: Repeat2, name: 'Self-transfer' },
} as const;

/** Direction of a payment, in a neutral color (colors mean risk). */
export function Direction({ direction }: { direction: keyof typeof views }) {
  const { Icon, name } = views[direction];
  return (
    <span
      className={`${css.direction} ${direction === 'in' ? css.in : ''}`}
      role="img"
      aria-label={name}
      title={name}
    >
      <Icon size={12} strokeWidth={2} aria-hidden="true" />
    </span>
  );
}
