import { chains, fixedDecimal, shortDecimal, plural } from '@hopscope/domain';
import type { Label } from '../exposure/types.ts';

/** Formats an amount with its symbol: all 8 decimals for Bitcoin, without trailing zeros for others. */
export function amountText(
  amount: bigint,
  { symbol, decimals }: { symbol: string; decimals: number },
): string {
  return `${(decimals > chains.bitcoin.coin.decimals ? shortDecimal : fixedDecimal)(amount, decimals)} ${symbol}`;
}

/** Formats parts per million in percent with two decimals, rounded down, or `less than 0.01%`. */
export function percentText(share: number): string {
  const hundredths = Math.floor(share / 100);
  if (hundredths === 0) return share > 0 ? 'less than 0.01%' : '0%';
  const digits = String(hundredths).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}%`;
}

/** Converts parts per million to a score from 0 to 100, rounded half up (R-9.22). */
export function outOf100(score: number): number {
  return Math.floor((score + 5000) / 10_000);
}

/** Source and date of a label, as the description of a factor has them; callers remove them to hide a source. */
export function labelSourceText({ source, since }: Pick<Label, 'source' | 'since'>): string {
  return `(${source}${since === null ? '' : ` since ${since}`}, `;
}

/** Formats a count with its noun: `1 transaction`, `2 transactions`. */
export function counted(count: number, word: string): string {
  return `${count} ${plural(count, word)}`;
}
