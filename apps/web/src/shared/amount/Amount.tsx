import { CircleHelp } from 'lucide-react';
import { useFormats } from '../../lib/people/formats-context.tsx';
import css from './Amount.module.css';
import { amountParts } from './amount-parts.ts';

/** An amount of satoshis in BTC with 8 decimals; `signed` for movements. Screen readers get the full number. */
export function Amount({
  sats,
  signed = false,
  unit = false,
}: {
  /** Satoshis: a safe integer, as in the API. */
  sats: number;
  signed?: boolean;
  unit?: boolean;
}) {
  const { marks } = useFormats();
  const { digits, zeros } = amountParts(BigInt(sats), marks);
  const sign = sats < 0 ? '−' : signed && sats > 0 ? '+' : '';
  return (
    <span className={css.amount}>
      {sign}
      {digits}
      <span className={css.zeros}>{zeros}</span>
      {unit && <span className={css.unit}>BTC</span>}
    </span>
  );
}

/** Placeholder of an unknown amount: never zero. */
export function UnknownAmount({ why }: { why: string }) {
  return (
    <span className={css.unknown} title={why}>
      <CircleHelp size={14} strokeWidth={1.6} aria-hidden="true" />
      Unknown
    </span>
  );
}
