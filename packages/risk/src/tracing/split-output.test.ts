import fc from 'fast-check';
import { expect, test } from 'vitest';
import { payersOf, splitOutput } from './split-output.ts';

const satoshis = fc.bigInt({ min: 0n, max: 2_100_000_000_000_000n });
const inputs = fc.array(fc.record({ name: fc.constantFrom('a', 'b', 'c', undefined), amount: satoshis }), {
  minLength: 1,
  maxLength: 12,
});

test('parts of an output add up to it, are no more than a unit from proportion, and follow the order of inputs', () => {
  fc.assert(
    fc.property(inputs, satoshis, (from, output) => {
      const payers = payersOf(from) ?? [];
      const paid = payers.reduce((sum, { amount }) => sum + amount, 0n);
      expect(paid).toBe(from.reduce((sum, { amount }) => sum + amount, 0n));
      const parts = splitOutput(output, payers);
      const sum = parts.reduce((all, part) => all + part, 0n);
      expect(sum).toBe(paid === 0n ? 0n : output);
      parts.forEach((part, i) => {
        const exact = (payers[i]?.amount ?? 0n) * output;
        // Less than one unit away from its share: |part · paid − amount · output| < paid.
        const away = part * paid - exact;
        expect(paid === 0n || (away < paid && -away < paid)).toBe(true);
      });
    }),
  );
});

test('the same output is split the same from wherever it is looked at, and ties go to the first input', () => {
  const payers = payersOf([
    { name: 'b', amount: 1n },
    { name: 'a', amount: 1n },
    { name: 'b', amount: 0n },
    { name: 'c', amount: 1n },
  ]);
  expect(payers?.map(({ name }) => name)).toEqual(['b', 'a', 'c']);
  expect(splitOutput(10n, payers ?? [])).toEqual([4n, 3n, 3n]);
  expect(splitOutput(11n, payers ?? [])).toEqual([4n, 4n, 3n]);
  expect(payersOf([{ name: 'a', amount: undefined }])).toBeUndefined();
});
