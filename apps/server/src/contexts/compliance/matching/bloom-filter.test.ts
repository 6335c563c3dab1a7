import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createBloomFilter } from './bloom-filter.ts';

const keyOf = (number: number): Uint8Array =>
  createHash('sha256').update(String(number)).digest().subarray(0, 20);

test('never misses a key that was added, and seldom takes another for one', () => {
  const filter = createBloomFilter(20_000);
  expect(filter.mightContain(keyOf(1))).toBe(false);
  for (let i = 0; i < 20_000; i++) filter.add(keyOf(i));
  let missed = 0;
  let wrong = 0;
  for (let i = 0; i < 20_000; i++) {
    if (!filter.mightContain(keyOf(i))) missed++;
    if (filter.mightContain(keyOf(1_000_000 + i))) wrong++;
  }
  expect(missed).toBe(0);
  expect(wrong).toBeLessThan(100);
  expect(filter.size).toBe(20_000);
});
