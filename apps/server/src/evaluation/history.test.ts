import { readFileSync } from 'node:fs';
import { measuredHistory, measuredRisk } from '@hopscope/risk';
import { expect, test } from 'vitest';
import { addRun, describeHistory, runOf } from './history.ts';

test('a run is recorded if it measured something else than the one before', () => {
  const now = runOf('2026-12-01', measuredRisk);
  const before = { ...now, on: '2026-11-01', figures: { ...now.figures, auc_2: 0.5 } };
  const history = addRun([before], now);
  expect(history).toEqual([before, now]);
  expect(addRun(history, { ...now, on: '2026-12-02' })).toBe(history);
  const later = { ...now, transactions: now.transactions + 1 };
  expect(addRun(history, later)).toEqual([before, later]);
});

test('the newest recorded run has the figures that the page shows', () => {
  const newest = measuredHistory.at(-1);
  expect(newest).toEqual(runOf(newest?.on ?? '', measuredRisk));
  const days = measuredHistory.map(({ on }) => on);
  expect(days).toEqual([...new Set(days)].sort());
});

test('the text of the recorded runs is the file', () => {
  const file = new URL('../../../../packages/risk/src/measured-history.ts', import.meta.url);
  expect(describeHistory(measuredHistory)).toBe(readFileSync(file, 'utf8'));
});
