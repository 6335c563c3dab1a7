import { describe, expect, test } from 'vitest';
import { findMakers } from './makers.ts';

describe('Makers', () => {
  const taken = [10_000_500n, 7_000_400n];
  const question = { taken, makers: 2, fees: [1_000n, 50_000n] };
  test('are shown by coins that are what they take out, but for a fee', () => {
    expect(findMakers({ ...question, purses: [10_000_000n, 7_000_000n, 5_123_000n] })).toBe('shown');
  });
  test('also where one of them brings two, and another participant many', () => {
    const many = Array.from({ length: 20 }, (_, i) => 250_001n + BigInt(i * i));
    expect(findMakers({ ...question, purses: [6_500_000n, 3_500_000n, 7_000_000n, ...many] })).toBe('shown');
  });
  test('are impossible where nobody could have brought what one takes out', () => {
    expect(findMakers({ ...question, purses: [10_000_000n, 7_100_000n, 5_123_000n] })).toBe('impossible');
    expect(findMakers({ ...question, purses: [10_000_501n, 7_000_401n, 5_123_000n] })).toBe('impossible');
  });
  test('are open where so many sums are near that some fit by chance', () => {
    const purses = Array.from({ length: 14 }, (_, i) => 1_000_003n + BigInt(i * i * 7_919));
    expect(findMakers({ ...question, purses })).toBe('open');
  });
  test('one coin is not two makers', () => {
    expect(
      findMakers({ taken: [9_000_000n, 9_000_000n], makers: 2, fees: [10n], purses: [9_000_000n, 1n, 2n] }),
    ).not.toBe('shown');
  });
  test('one of two participants is enough where there are two', () => {
    expect(
      findMakers({
        taken: [9_000_000n, 2_345_678n],
        makers: 1,
        fees: [10n],
        purses: [8_999_995n, 2_500_000n],
      }),
    ).toBe('shown');
  });
});
