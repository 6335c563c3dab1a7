import type { Coverage } from '@hopscope/contract';
import { expect, it } from 'vitest';
import { coverageNotes } from './coverage-notes.ts';

function coverage(text: string, stored: number, total: number): Coverage {
  return { kind: 'address', ranges: [], text, history: { stored, total } };
}

it('says what a told history rests on, and why one does not hold', () => {
  expect(coverageNotes(coverage('By address: partial 25 of 300 transactions', 25, 300))).toMatch(
    /being fetched/,
  );
  expect(coverageNotes(coverage('By address: all 3 transactions of its history', 3, 3))).toMatch(
    /IDs are verified/,
  );
  expect(coverageNotes(coverage('They do not add up.', 3, 3))).toBe('They do not add up.');
});
