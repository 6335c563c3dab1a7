import { expect, it } from 'vitest';
import { stepPaths } from './step-paths.ts';

const frame = { xOf: (at: number) => at, yOf: (amount: bigint) => 10 - Number(amount), end: 9, bottom: 10 };

it('each amount holds until the next one, also if it came and went at once', () => {
  const points = [
    { at: 0, amount: 2n },
    { at: 5, amount: 8n },
    { at: 5, amount: 0n },
  ];
  expect(stepPaths(points, frame)).toEqual({
    line: 'M0 8H5V2H5V10H9',
    area: 'M0 10V8H5V10ZM5 10V2H5V10ZM5 10V10H9V10Z',
  });
});

it('unknown amounts leave a gap', () => {
  const points = [
    { at: 0, amount: 1n },
    { at: 2, amount: null },
    { at: 4, amount: 3n },
  ];
  expect(stepPaths(points, frame).line).toBe('M0 9H2M4 7H9');
});
