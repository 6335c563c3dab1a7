import { expect, it } from 'vitest';
import { afterPauses, doubling, nextAttempt } from './retry-queue.ts';

it('waits as its policy says, then gives up', () => {
  const policy = afterPauses([1_000, 5_000]);
  const at = Date.UTC(2026, 0, 1);
  expect([1, 2, 3].map((attempts) => nextAttempt(policy, attempts, at)?.getTime())).toEqual([
    at + 1_000,
    at + 5_000,
    undefined,
  ]);
});

it('doubles the wait up to its maximum', () => {
  expect([1, 2, 3, 4, 5].map(doubling(30, 200))).toEqual([30, 60, 120, 200, 200]);
});
