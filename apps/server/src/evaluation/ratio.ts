import { plainNumbers } from '@hopscope/domain';
const { count } = plainNumbers;

/** `right` of `of` cases. */
export interface Ratio {
  readonly right: number;
  readonly of: number;
}

/** Returns the ratio with six decimals, or null without cases. */
export function valueOf({ right, of }: Ratio): number | null {
  return of === 0 ? null : Math.round((right / of) * 1e6) / 1e6;
}

/** Adds up the cases of several ratios. */
export function sumOf(ratios: readonly Ratio[]): Ratio {
  return ratios.reduce((sum, { right, of }) => ({ right: sum.right + right, of: sum.of + of }), {
    right: 0,
    of: 0,
  });
}

/** Returns the value with four decimals and the counts it is computed from. */
export function inWords(ratio: Ratio): string {
  const value = valueOf(ratio);
  return value === null
    ? 'not measurable'
    : `${value.toFixed(4)} (${count(ratio.right)} of ${count(ratio.of)})`;
}

/** Quantile of the normal distribution for 95%, two-sided. */
const z95 = 1.959964;

/** Returns the 95% interval of a ratio (Wilson 1927); undefined without cases. */
export function intervalOf({ right, of }: Ratio): { from: number; to: number } | undefined {
  if (of === 0) return undefined;
  const [share, square] = [right / of, z95 ** 2];
  const center = (share + square / (2 * of)) / (1 + square / of);
  const half = (z95 / (1 + square / of)) * Math.sqrt((share * (1 - share)) / of + square / (4 * of * of));
  return { from: Math.max(0, center - half), to: Math.min(1, center + half) };
}

/** Returns the value with the counts and the 95% interval. */
export function withInterval(ratio: Ratio): string {
  const interval = intervalOf(ratio);
  return interval
    ? `${inWords(ratio)}, ${interval.from.toFixed(4)} to ${interval.to.toFixed(4)}`
    : inWords(ratio);
}
