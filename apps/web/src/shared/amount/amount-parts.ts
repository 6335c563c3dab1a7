import { type Marks, groupDigits } from '@hopscope/domain';
import { formatBtc } from '@hopscope/chain';

export interface AmountParts {
  /** Integer and significant digits, grouped by thousands: `18,204.7731`. */
  digits: string;
  /** Trailing zeros, with the decimal mark if only zeros follow it. */
  zeros: string;
}

/** Formats the absolute amount in bitcoin with 8 decimals, split where the trailing zeros start. */
export function amountParts(sats: bigint, marks: Marks): AmountParts {
  const [whole = '0', decimals = ''] = formatBtc(sats < 0n ? -sats : sats).split('.');
  const grouped = groupDigits(whole, marks);
  const significant = decimals.replace(/0+$/, '');
  return significant === ''
    ? { digits: grouped, zeros: marks.decimal + decimals }
    : { digits: grouped + marks.decimal + significant, zeros: decimals.slice(significant.length) };
}
