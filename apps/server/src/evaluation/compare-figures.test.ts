import { expect, test } from 'vitest';
import { droppedFigures } from './compare-figures.ts';

test('a figure has dropped if it is below the interval of the one before', () => {
  const before = { recall: { right: 90, of: 100 }, precision: { right: 1000, of: 1000 } };
  expect(droppedFigures(before, before)).toEqual([]);
  expect(droppedFigures(before, { recall: { right: 84, of: 100 } })).toEqual([]);
  expect(
    droppedFigures(before, { recall: { right: 82, of: 100 }, precision: { right: 990, of: 1000 } }),
  ).toEqual([
    'recall: 0.8200 (82 of 100), before 0.9000 (90 of 100)',
    'precision: 0.9900 (990 of 1,000), before 1.0000 (1,000 of 1,000)',
  ]);
});

test('figures that only one run has, and those without cases, are not compared', () => {
  const figure = { right: 1, of: 10 };
  expect(droppedFigures({ old: figure, empty: { right: 0, of: 0 } }, { new: figure, empty: figure })).toEqual(
    [],
  );
  expect(droppedFigures({ gone: { right: 10, of: 10 } }, { gone: { right: 0, of: 0 } })).toEqual([]);
});
