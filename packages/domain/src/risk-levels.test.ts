import { expect, test } from 'vitest';
import {
  defaultLevelBounds,
  detailLevelOf,
  flowBandOf,
  isExceptional,
  pageColorOf,
  reviewPriorityOf,
  riskLevelOf,
  sampleColorOf,
  samplePriorityOf,
  screenerBandOf,
  tableColorOf,
} from './risk-levels.ts';

const edges = [0, 19, 20, 30, 31, 39, 40, 41, 49, 50, 59, 60, 69, 70, 71, 79, 80, 100];

/** The scores at which a scale goes up, each with what holds from there. */
function steps<L>(levelOf: (score: number) => L): [number, L][] {
  return edges.flatMap((score, i) =>
    i === 0 || levelOf(edges[i - 1] ?? 0) !== levelOf(score) ? [[score, levelOf(score)]] : [],
  );
}

//
test.each([
  [
    'a risk profile',
    (score: number) => riskLevelOf(score, defaultLevelBounds),
    [
      [0, 'very_low'],
      [20, 'low'],
      [50, 'medium'],
      [80, 'high'],
    ],
  ],
  [
    'another risk profile',
    (score: number) => riskLevelOf(score, { high: 60, medium: 40, low: 30 }),
    [
      [0, 'very_low'],
      [30, 'low'],
      [40, 'medium'],
      [60, 'high'],
    ],
  ],
  [
    'the Screener’s filter',
    screenerBandOf,
    [
      [0, 'low'],
      [41, 'medium'],
      [71, 'high'],
    ],
  ],
  [
    'the Screener’s table',
    tableColorOf,
    [
      [0, 'green'],
      [31, 'yellow'],
      [71, 'red'],
    ],
  ],
  [
    'the dialog of a transaction',
    detailLevelOf,
    [
      [0, 'LOW'],
      [60, 'MEDIUM'],
      [80, 'HIGH'],
    ],
  ],
  [
    'explorer and entity pages',
    pageColorOf,
    [
      [0, 'green'],
      [41, 'yellow'],
      [71, 'red'],
    ],
  ],
  [
    'FlowTrace',
    flowBandOf,
    [
      [0, 'low'],
      [40, 'medium'],
      [70, 'high'],
    ],
  ],
  [
    'a bar of progress',
    isExceptional,
    [
      [0, false],
      [71, true],
    ],
  ],
  [
    'the sample dashboard',
    sampleColorOf,
    [
      [0, 'green'],
      [50, 'yellow'],
      [80, 'red'],
    ],
  ],
  [
    'sample priorities',
    samplePriorityOf,
    [
      [0, 'MEDIUM'],
      [50, 'HIGH'],
      [80, 'CRITICAL'],
    ],
  ],
  [
    'the clock of a review',
    reviewPriorityOf,
    [
      [0, 'low'],
      [41, 'medium'],
      [71, 'high'],
      [80, 'critical'],
    ],
  ],
])('the scale of %s', (_, levelOf, expected) => {
  expect(steps<unknown>(levelOf)).toEqual(expected);
});

//
test('no score is unknown, not low', () => {
  expect([
    riskLevelOf(null, defaultLevelBounds),
    screenerBandOf(null),
    flowBandOf(null),
    detailLevelOf(null),
  ]).toEqual(['unknown', 'unknown', 'unknown', 'UNKNOWN']);
});
