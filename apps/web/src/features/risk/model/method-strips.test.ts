import { describe, expect, it } from 'vitest';
import { decisionsAt, differs, type MethodScore, spread, stripsOf } from './method-strips.ts';

const mixing = { category: 'mixing', categoryName: 'Mixing', severity: 70, amount: '1' } as const;
const exchange = { category: 'exchange', categoryName: 'Exchange', severity: 0, amount: '1' } as const;

function by(method: MethodScore['method'], score: number | null, shares: Record<string, number>) {
  return {
    method,
    state: score === null ? ('nothing_known' as const) : ('scored' as const),
    overallRisk: score === null ? null : score / 100,
    score,
    level: 'unknown' as const,
    categories: [mixing, exchange].flatMap((each) =>
      shares[each.category] === undefined
        ? []
        : [{ ...each, direction: 'backward' as const, share: shares[each.category] ?? 0 }],
    ),
  };
}

const methods: MethodScore[] = [
  by('haircut', 40, { mixing: 0.25, exchange: 0.5 }),
  by('fifo', 62, { mixing: 0.26, exchange: 0.74 }),
  by('lifo', null, {}),
];

describe('Strips of the methods', () => {
  it('have the same parts in the same order, and add up to all funds', () => {
    const strips = stripsOf(methods, 'backward');
    for (const { parts } of strips) {
      expect(parts.map(({ category }) => category)).toEqual(['mixing', 'exchange', '']);
      expect(parts.reduce((sum, { hundredths }) => sum + hundredths, 0)).toBe(10_000);
    }
    expect(strips.map(({ parts }) => parts.at(-1)?.hundredths)).toEqual([2500, 0, 10_000]);
    expect(stripsOf(methods, 'forward')).toEqual([]);
  });

  it('mark differences of at least one percent', () => {
    const [haircut, fifo] = stripsOf(methods, 'backward');
    expect(fifo?.parts.map((part) => differs(part, haircut))).toEqual([true, true, true]);
    expect(haircut?.parts.map((part) => differs(part, haircut))).toEqual([false, false, false]);
    const nearly = stripsOf(
      [by('haircut', 1, { mixing: 0.5 }), by('fifo', 1, { mixing: 0.509 })],
      'backward',
    );
    expect(nearly[1]?.parts.map((part) => differs(part, nearly[0]))).toEqual([false, false]);
  });

  it('say at which score a decision depends on the method', () => {
    expect(spread(methods)).toEqual({ lowest: 40, highest: 62 });
    expect(spread(methods.slice(1))).toBeNull();
    const names = (rows: readonly MethodScore[]) => rows.map(({ method }) => method);
    const at = (from: number) => {
      const { reached, below, unknown } = decisionsAt(methods, from);
      return [names(reached), names(below), names(unknown)];
    };
    expect(at(40)).toEqual([['haircut', 'fifo'], [], ['lifo']]);
    expect(at(41)).toEqual([['fifo'], ['haircut'], ['lifo']]);
    expect(at(63)).toEqual([[], ['haircut', 'fifo'], ['lifo']]);
  });
});
