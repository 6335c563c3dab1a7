import { expect, test } from 'vitest';
import { needsApproval } from './compliance-approval.ts';

test('a second person is asked for from the score or the worth on, and where either is not known', () => {
  const off = { fromScore: null, fromCents: null };
  expect(needsApproval(off, { score: 100, cents: 10n ** 12n })).toBe(false);
  expect(needsApproval(off, { score: null, cents: null })).toBe(false);
  const byScore = { ...off, fromScore: 70 };
  expect([69, 70, null].map((score) => needsApproval(byScore, { score, cents: null }))).toEqual([
    false,
    true,
    true,
  ]);
  expect(needsApproval({ ...off, fromScore: 0 }, { score: 0, cents: 0n })).toBe(true);
  const byWorth = { ...off, fromCents: 100_000n };
  expect([99_999n, 100_000n, null].map((cents) => needsApproval(byWorth, { score: 0, cents }))).toEqual([
    false,
    true,
    true,
  ]);
  expect(needsApproval({ fromScore: 70, fromCents: 100n }, { score: 1, cents: 100n })).toBe(true);
});
