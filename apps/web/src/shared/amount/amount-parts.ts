import { type Marks, groupDigits } from '@hopscope/domain';
import { formatBtc } from '@hopscope/chain';

export interface AmountParts {
  /** Whole and significant digits, grouped by thousands: `18,204.7731`. */
  digits: string;
  /** Trailing zeros, with the decimal mark if nothing but zeros follows it. */
  zeros: string;
}

/** The absolute amount in bitcoin, 8 decimals, split where the trailing zeros begin. */
export function amountParts(sats: bigint, marks: Marks): AmountParts {
  const [whole = '0', decimals = ''] = formatBtc(sats < 0n ? -sats : sats).split('.');
  const grouped = groupDigits(whole, marks);
  const significant = decimals.replace(/0+$/, '');
  return significant === ''
    ? { digits: grouped, zeros: marks.decimal + decimals }
    : { digits: grouped + marks.decimal + significant, zeros: decimals.slice(significant.length) };
}
