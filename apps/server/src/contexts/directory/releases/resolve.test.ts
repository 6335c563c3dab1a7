import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../../../../test/depth.ts';
import { isValidOn, nextChange, resolve, type Statement, valuesOf } from './resolve.ts';

const today = '2026-03-01';
const base: Statement = {
  sourceId: 'list',
  localId: '1',
  field: 'ceo',
  place: 0,
  value: 'Ada',
  ref: null,
  confidence: 80,
  validFrom: null,
  validTo: null,
  retrievedAt: 1,
  rank: 10,
};
const says = (more: Partial<Statement>): Statement => ({ ...base, ...more });
const editor = (more: Partial<Statement>): Statement =>
  says({ sourceId: 'editors', rank: 0, confidence: 100, ...more });
const fieldOf = (statements: readonly Statement[], date = today) =>
  resolve(statements, date).get(statements[0]?.field ?? 'ceo');

test('editors are believed first, then rank, confidence, the newest, the text', () => {
  const cases: [string, Statement, Statement][] = [
    ['editor', editor({ confidence: 1, retrievedAt: 0 }), says({ value: 'Grace', rank: 0 })],
    ['rank', says({ rank: 1, confidence: 1 }), says({ value: 'Grace', confidence: 99 })],
    ['confidence', says({ confidence: 81 }), says({ value: 'Grace', retrievedAt: 9 })],
    ['newest', says({ retrievedAt: 2 }), says({ value: 'AAA' })],
    ['text', says({}), says({ value: 'Grace' })],
  ];
  for (const [rule, winner, loser] of cases) {
    expect(fieldOf([loser, winner])).toMatchObject({
      values: ['Ada'],
      rule,
      conflict: true,
      verdicts: [{ because: 'chosen' }, { because: 'overruled' }],
    });
  }
});

test('an editor can say that there is none, and what others say stays to be seen', () => {
  expect(fieldOf([says({}), editor({ value: null })])).toMatchObject({
    values: [],
    rule: 'editor',
    conflict: true,
    verdicts: [{ statement: { sourceId: 'editors' } }, { because: 'overruled' }],
  });
});

test('who says the same is no conflict', () => {
  const both = [says({}), says({ sourceId: 'other', rank: 20 })];
  expect(fieldOf(both)).toMatchObject({
    conflict: false,
    rule: 'only',
    verdicts: [{ because: 'chosen' }, { because: 'same' }],
  });
});

test('a statement counts from its first day to its last', () => {
  const spell = says({ validFrom: '2026-01-02', validTo: '2026-01-04' });
  const days = ['2026-01-01', '2026-01-02', '2026-01-04', '2026-01-05'];
  expect(days.map((day) => isValidOn(spell, day))).toEqual([false, true, true, false]);
  expect(fieldOf([spell, says({ value: 'Grace', rank: 20 })], '2026-01-05')).toMatchObject({
    values: ['Grace'],
    verdicts: [{ because: 'chosen' }, { because: 'not_valid' }],
  });
  expect(nextChange([spell], '2025-01-01')).toBe('2026-01-02');
  expect(nextChange([spell], '2026-01-02')).toBe('2026-01-05');
  expect(nextChange([spell], '2026-01-05')).toBeNull();
  expect(nextChange([says({ validTo: '2026-02-28' })], '2026-02-28')).toBe('2026-03-01');
});

test('lists are joined in the order of belief up to the limit; an editor’s list stands in their place', () => {
  const tags = Array.from({ length: 5 }, (_, i) =>
    says({ field: 'entity_tag', value: `a${i}`, place: i, rank: 20 }),
  );
  const others = Array.from({ length: 5 }, (_, i) =>
    says({ field: 'entity_tag', value: `b${i}`, place: i, sourceId: 'first', rank: 5 }),
  );
  const joined = fieldOf([...tags, ...others, says({ ...others[0], sourceId: 'second', rank: 6 })]);
  expect(joined?.values).toEqual(['b0', 'b1', 'b2', 'b3', 'b4', 'a0', 'a1']);
  expect(joined?.verdicts.filter(({ because }) => because === 'over_limit')).toHaveLength(3);
  expect(joined?.verdicts.filter(({ because }) => because === 'same')).toHaveLength(1);
  const own = [
    editor({ field: 'entity_tag', value: 'z', place: 0 }),
    editor({ field: 'entity_tag', value: 'a', place: 1 }),
  ];
  expect(fieldOf([...tags, ...own])).toMatchObject({ values: ['z', 'a'], rule: 'editor' });
  const none = editor({ field: 'entity_tag', value: null });
  expect(fieldOf([...tags, none])?.values).toEqual([]);
  // Those of editors about a merged entity don't replace what is said about the one that stayed.
  const merged = editor({ field: 'entity_tag', value: 'new', localId: '2', retrievedAt: 5, merged: true });
  expect(fieldOf([...own, merged])?.values).toEqual(['z', 'a']);
  expect(fieldOf([...tags, merged])?.values).toEqual(['a0', 'a1', 'a2', 'a3', 'a4', 'new']);
  const name = editor({ field: 'proper_name', value: 'Gone', localId: '2', merged: true });
  const stayed = says({ field: 'proper_name', value: 'Stayed', rank: 90, confidence: 1 });
  expect(fieldOf([name, stayed])).toMatchObject({ values: ['Stayed'], rule: 'rank', conflict: true });
  expect(fieldOf([name])?.values).toEqual(['Gone']);
});

const statement: fc.Arbitrary<Statement> = fc.record({
  sourceId: fc.constantFrom('editors', 'a', 'b'),
  localId: fc.constantFrom('1', '2'),
  field: fc.constantFrom('ceo', 'entity_tag', 'ofac', 'description'),
  place: fc.nat(2),
  value: fc.constantFrom('x', 'y', 'z', null),
  ref: fc.constant(null),
  confidence: fc.constantFrom(50, 90),
  validFrom: fc.constantFrom(null, '2026-01-01', '2026-05-01'),
  validTo: fc.constantFrom(null, '2026-02-01', '2026-06-01'),
  retrievedAt: fc.constantFrom(1, 2),
  rank: fc.constant(0),
  merged: fc.boolean(),
});

test('the order in which statements are told changes nothing, and none is lost', () => {
  const reported = fc
    .array(statement, { maxLength: 12 })
    .chain((all) =>
      fc.tuple(
        fc.constant(all),
        fc.shuffledSubarray(all, { minLength: all.length }),
        fc.constantFrom(today, '2026-05-30'),
      ),
    );
  fc.assert(
    fc.property(reported, ([all, shuffled, date]) => {
      const one = resolve(all, date);
      expect(valuesOf(resolve(shuffled, date))).toEqual(valuesOf(one));
      for (const [field, { verdicts, values }] of one) {
        expect(verdicts).toHaveLength(all.filter((each) => each.field === field).length);
        const counting = verdicts.filter(({ because }) => because === 'chosen' || because === 'same');
        for (const value of values) {
          expect(counting.some(({ statement: { value: text } }) => text === value)).toBe(true);
        }
        expect(counting.every((each) => isValidOn(each.statement, date))).toBe(true);
      }
    }),
    propertyRuns(300),
  );
});
