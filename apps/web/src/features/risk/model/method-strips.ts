import type { CallOutput, compareRiskMethods, RiskMethod } from '@hopscope/contract';
import { hundredthsOf } from './exposures.ts';

export type MethodScore = CallOutput<typeof compareRiskMethods>['data'][number];
type Category = MethodScore['categories'][number];

/** A part of a strip; `hundredths` (of a percent) of all parts of one strip add up to 10,000. */
export interface StripPart {
  /** Empty: without an exposure. */
  category: string;
  name: string;
  /** 0 to 100; null: without an exposure. */
  severity: number | null;
  hundredths: number;
}

/** What one method says about received or sent funds. */
export interface MethodStrip {
  method: RiskMethod;
  parts: StripPart[];
}

/** Differences of this many hundredths of a percent are marked. */
const marked = 100;

/**
 * Returns the shares of the funds in one direction by method: the same categories in the same order, most severe first, and
 * then what has no exposure. Empty without an exposure by any method.
 */
export function stripsOf(
  methods: readonly MethodScore[],
  direction: Category['direction'],
): readonly MethodStrip[] {
  const all = methods.flatMap(({ categories }) => categories.filter((each) => each.direction === direction));
  const names = new Map(all.map((each) => [each.category, each]));
  const order = [...names.values()].toSorted(
    (a, b) => b.severity - a.severity || (a.category < b.category ? -1 : 1),
  );
  if (order.length === 0) return [];
  return methods.map(({ method, categories }) => {
    const shares = order.map(
      ({ category }) =>
        categories.find((each) => each.direction === direction && each.category === category)?.share ?? 0,
    );
    const open = Math.max(0, 1 - shares.reduce((sum, share) => sum + share, 0));
    const hundredths = hundredthsOf([...shares, open]);
    return {
      method,
      parts: [
        ...order.map(({ category, categoryName, severity }, i) => ({
          category,
          name: categoryName,
          severity,
          hundredths: hundredths[i] ?? 0,
        })),
        { category: '', name: 'No exposure', severity: null, hundredths: hundredths.at(-1) ?? 0 },
      ],
    };
  });
}

/** Tests whether a part differs from the same part of another strip by at least one percent of the funds. */
export function differs(part: StripPart, other: MethodStrip | undefined): boolean {
  const same = other?.parts.find(({ category }) => category === part.category);
  return same !== undefined && Math.abs(same.hundredths - part.hundredths) >= marked;
}

/** Lowest and highest score; null if fewer than two methods have one. */
export function spread(methods: readonly MethodScore[]): { lowest: number; highest: number } | null {
  const scores = methods.flatMap(({ score }) => (score === null ? [] : [score]));
  if (scores.length < 2) return null;
  return { lowest: Math.min(...scores), highest: Math.max(...scores) };
}

/** Methods that a decision at a score counts as reached, not reached, and unknown. */
export function decisionsAt(methods: readonly MethodScore[], from: number) {
  const reached = methods.filter(({ score }) => score !== null && score >= from);
  const below = methods.filter(({ score }) => score !== null && score < from);
  const unknown = methods.filter(({ score }) => score === null);
  return { reached, below, unknown };
}
