import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJsonV1, canonicalJsonV2 } from './canonical-json.ts';

/** JSON without fractions, and bigints: what both versions accept. */
const common = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string(),
    fc.boolean(),
    fc.constant(null),
    fc.maxSafeInteger(),
    fc.bigInt(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }),
  ),
})).value;

describe('canonical JSON', () => {
  test('has one form for a value', () => {
    const value = { b: 1n, a: [true, null, 'é"'], c: undefined, A: { z: -0, y: 2 } };
    const text = '{"A":{"y":2,"z":0},"a":[true,null,"é\\""],"b":"1"}';
    expect(canonicalJsonV1(value)).toBe(text);
    expect(canonicalJsonV2(value)).toBe(text);
  });

  test('both versions write alike what both accept', () => {
    fc.assert(
      fc.property(common, (value) => {
        expect(canonicalJsonV1(value)).toBe(canonicalJsonV2(value));
      }),
    );
  });

  test('does not depend on the order of members, and reads back', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const turned = Object.fromEntries(Object.entries(value).toReversed());
        expect(canonicalJsonV1(turned)).toBe(canonicalJsonV1(value));
        expect(canonicalJsonV1(JSON.parse(canonicalJsonV1(value)))).toBe(canonicalJsonV1(value));
      }),
    );
  });

  test('the first version keeps every digit of amounts and dates', () => {
    expect(canonicalJsonV1({ at: new Date(0), amount: 9_007_199_254_740_993n, none: undefined })).toBe(
      '{"amount":"9007199254740993","at":"1970-01-01T00:00:00.000Z"}',
    );
  });

  test.each([
    ['a fraction', { a: [0, 0.5] }, '{"a":[0,0.5]}', '$.a[1] is 0.5: only whole numbers have one form'],
    ['nothing in a list', [undefined], '[null]', '$[0] is undefined, which JSON does not have'],
    ['a date', { day: new Date(0) }, '{"day":"1970-01-01T00:00:00.000Z"}', '$.day is no plain object'],
  ])(
    'of %s, the second version refuses what the first one writes, and says where',
    (_, value, first, problem) => {
      expect(canonicalJsonV1(value)).toBe(first);
      expect(() => canonicalJsonV2(value)).toThrow(problem);
    },
  );
});
