import { createFormats } from '@hopscope/domain';
import { type Coverage, defaultPreferences } from '@hopscope/contract';
import { expect, it } from 'vitest';
import { coverageText } from './coverage-text.ts';

const formats = createFormats(defaultPreferences);
const range = (from: number, to = from) => ({ from, to });

function partText(...ranges: { from: number; to: number }[]): string {
  return coverageText({ kind: 'range', ranges, text: '' }, formats);
}

it('says how far a complete ledger reaches, by the number format of the person', () => {
  const complete: Coverage = { kind: 'complete', ranges: [range(0, 8759)], text: '' };
  expect(coverageText(complete, formats)).toBe('Complete: genesis to block 8,759');
  const others = createFormats({ ...defaultPreferences, numberFormat: '1.234,56' });
  expect(coverageText(complete, others)).toBe('Complete: genesis to block 8.759');
});

it('names the ranges of a part of the chain', () => {
  expect(partText(range(560_062, 560_073))).toBe('Part of the chain: blocks 560,062–560,073');
  expect(partText(range(170))).toBe('Part of the chain: block 170');
  expect(partText(range(1), range(3), range(5), range(7), range(9), range(11, 12))).toBe(
    'Part of the chain: blocks 1 earlier range and 3; 5; 7; 9; 11–12',
  );
});

it('knows an empty ledger', () => {
  expect(coverageText({ kind: 'empty', ranges: [], text: '' }, formats)).toBe('The ledger is empty');
});

it('says how much of an address is held', () => {
  const text = (history?: { stored: number; total: number | null }): string =>
    coverageText({ kind: 'address', ranges: [], text: '', ...(history && { history }) }, formats);
  expect(text({ stored: 1_025, total: 56_893 })).toBe('By address: partial 1,025 of 56,893');
  expect(text({ stored: 7, total: 7 })).toBe('By address: all 7 history entries');
  expect(text({ stored: 7, total: null })).toContain('total unknown');
  expect(text()).toBe('By address, reported by a network service');
});
