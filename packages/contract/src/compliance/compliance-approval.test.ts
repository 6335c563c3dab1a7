import { expect, test } from 'vitest';
import { needsApproval } from './compliance-approval.ts';

const off = { overThreshold: false, fromScore: null, fromCents: null };
const row = { status: 'APPROVED', score: 100, cents: 10n ** 12n, overThreshold: true } as const;

test('a second person is asked for from the score or the worth on, and where either is not known', () => {
  expect(needsApproval(off, row)).toBe(false);
  expect(needsApproval(off, { ...row, score: null, cents: null })).toBe(false);
  const byScore = { ...off, fromScore: 70 };
  expect([69, 70, null].map((score) => needsApproval(byScore, { ...row, score, cents: null }))).toEqual([
    false,
    true,
    true,
  ]);
  expect(needsApproval({ ...off, fromScore: 0 }, { ...row, score: 0, cents: 0n })).toBe(true);
  const byWorth = { ...off, fromCents: 100_000n };
  expect(
    [99_999n, 100_000n, null].map((cents) => needsApproval(byWorth, { ...row, score: 0, cents })),
  ).toEqual([false, true, true]);
  expect(needsApproval({ ...off, fromScore: 70, fromCents: 100n }, { ...row, score: 1, cents: 100n })).toBe(
    true,
  );
});

test('at or above the risk threshold a second person confirms what clears a transaction, not what reports it', () => {
  const byThreshold = { ...off, overThreshold: true };
  expect(needsApproval(byThreshold, row)).toBe(true);
  expect(needsApproval(byThreshold, { ...row, status: 'CLOSED_WITH_NOTE' })).toBe(true);
  expect(needsApproval(byThreshold, { ...row, status: 'CLOSED_WITH_SAR' })).toBe(false);
  expect(needsApproval(byThreshold, { ...row, overThreshold: false })).toBe(false);
});
