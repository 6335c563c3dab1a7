import { plainNumbers } from '@hopscope/domain';
const { count } = plainNumbers;

/** A share of a number of cases. */
export interface Ratio {
  readonly right: number;
  readonly of: number;
}

/** A ratio to six decimals; null of nothing. */
export function valueOf({ right, of }: Ratio): number | null {
  return of === 0 ? null : Math.round((right / of) * 1e6) / 1e6;
}

/** The sum of ratios: of all cases together. */
export function sumOf(ratios: readonly Ratio[]): Ratio {
  return ratios.reduce((sum, { right, of }) => ({ right: sum.right + right, of: sum.of + of }), {
    right: 0,
    of: 0,
  });
}

/** For people: the value and what it was counted from. */
export function inWords(ratio: Ratio): string {
  const value = valueOf(ratio);
  return value === null
    ? 'not measurable'
    : `${value.toFixed(4)} (${count(ratio.right)} of ${count(ratio.of)})`;
}
