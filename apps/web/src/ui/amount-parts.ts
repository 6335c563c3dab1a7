import { formatBtc } from '@hopscope/chain';

export interface AmountParts {
  /** Whole and significant digits, grouped by thousands: `18,204.7731`. */
  digits: string;
  /** Trailing zeros, with the point if nothing but zeros follows it. */
  zeros: string;
}

/** The absolute amount in bitcoin, 8 decimals, split where the trailing zeros begin. */
export function amountParts(sats: bigint): AmountParts {
  const [whole = '0', decimals = ''] = formatBtc(sats < 0n ? -sats : sats).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  const significant = decimals.replace(/0+$/, '');
  return significant === ''
    ? { digits: grouped, zeros: `.${decimals}` }
    : { digits: `${grouped}.${significant}`, zeros: decimals.slice(significant.length) };
}
