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
