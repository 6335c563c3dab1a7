import { expect, test } from 'vitest';
import { ringPath } from './Ring.tsx';

/** Returns the points at which a path begins, and where its arcs and lines end. */
const pointsOf = (path: string): string[] =>
  [...path.matchAll(/(?:M|L|[01] )(-?[\d.]+ -?[\d.]+)(?=[ALZ])/g)].map(([, point = '']) => point);

test('every arc of a part has different ends, so that a full ring is drawn too', () => {
  expect(pointsOf(ringPath(50, 40, 30, 0, 1))).toEqual([
    '50.00 10.00',
    '50.00 90.00',
    '50.00 10.00',
    '50.00 20.00',
    '50.00 80.00',
    '50.00 20.00',
  ]);
  // From the top to the left: over the right and the bottom.
  expect(pointsOf(ringPath(50, 40, 30, 0, 0.75))).toEqual([
    '50.00 10.00',
    '78.28 78.28',
    '10.00 50.00',
    '20.00 50.00',
    '71.21 71.21',
    '50.00 20.00',
  ]);
});
