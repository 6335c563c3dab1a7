import { plainNumbers } from '@hopscope/domain';
import { expect, it } from 'vitest';
import { cutPercent, goalsOf, measuredSentence, shareText } from './measured.ts';

const { count } = plainNumbers;
const share = (right: number, of: number) => ({ value: of === 0 ? null : right / of, right, of });
const rules = [
  {
    id: 'peel_chain',
    name: 'Peel chain',
    precision: share(120, 131),
    recall: share(120, 120),
    bad: share(1, 2),
    clean: share(0, 960),
  },
  {
    id: 'poisoning',
    name: 'Address poisoning',
    precision: share(0, 0),
    recall: share(0, 0),
    bad: share(0, 0),
    clean: share(3, 960),
  },
];
const direct = { medium: share(274, 274), high: share(273, 274) };

it('never rounds a percent figure up to all of it', () => {
  expect(cutPercent(0.99999)).toBe('99.99%');
  expect(cutPercent(1)).toBe('100.00%');
  expect(cutPercent(0.0021)).toBe('0.21%');
  expect(shareText(share(0, 0), count)).toBe('Not measurable');
});

it('says of a factor what was measured of it, and nothing where nothing was', () => {
  const say = (id: string, category: string | null) =>
    measuredSentence({ id, category }, { direct, rules }, count);
  expect(say('behavior.peel_chain', null)).toBe(
    'Measured on demo networks: precision 91.60% (120 of 131); false positives at 0 of 960 clean addresses.',
  );
  expect(say('behavior.poisoning', null)).toBe(
    'Measured on demo networks: false positives at 3 of 960 clean addresses; precision not measurable.',
  );
  expect(say('own.ransomware', 'ransomware')).toContain('99.63% (273 of 274) of the attributed addresses');
  expect(say('own.gambling', 'gambling')).toBeNull();
  expect(say('received.direct.ransomware', 'ransomware')).toBeNull();
  expect(say('own.toString', 'toString')).toBeNull();
});

it('says of each goal whether it was reached; what was not measured is neither', () => {
  const goals = goalsOf(
    {
      direct,
      clean: { medium: share(20, 960), high: share(0, 0) },
      auc: [
        { hops: 1, cases: 9, value: 0.7, perfectDirectory: null },
        { hops: 2, cases: 9, value: 0.98, perfectDirectory: 0.99 },
      ],
    } as never,
    count,
  );
  expect(goals.map(({ reached }) => reached)).toEqual([true, null, false, null, null, null, true, null]);
  expect(goals[5]?.measured).toBe('Not measurable');
});
