import type { SourceStatus } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { createProgress } from './progress.ts';

const start = Date.UTC(2026, 0, 1);
const second = (count: number): number => start / 1000 + count;

/** Creates a source that is observed at the times in `at`, in seconds. */
function watch() {
  let time = start;
  const progress = createProgress({ now: () => time });
  return (at: number, status: SourceStatus | null) => {
    time = start + at * 1000;
    return progress.observe(status);
  };
}

const loading = (height: number, target: number): SourceStatus => ({ phase: 'loading', height, target });

test('rate and remaining time are unknown until there is something to judge by', () => {
  const look = watch();
  expect(look(0, loading(100, 1_100))).toMatchObject({
    rate: null,
    remainingSeconds: null,
    nodeHeight: 1_100,
  });
  expect(look(1.9, loading(200, 1_100))).toMatchObject({ rate: null, remainingSeconds: null });
  expect(look(2, loading(200, 1_100))).toMatchObject({ rate: 50, remainingSeconds: 18, since: second(0) });
});

test('the rate is that of the last minute', () => {
  const look = watch();
  for (let at = 0; at <= 120; at += 5) look(at, loading(at * 100, 100_000));
  expect(look(125, loading(12_000, 100_000)).rate).toBeCloseTo(5_000 / 55);
  expect(look(300, loading(12_100, 100_000))).toMatchObject({ rate: null, remainingSeconds: null });
  expect(look(310, loading(12_200, 100_000))).toMatchObject({ rate: 10, remainingSeconds: 8_780 });
});

test('a load that stands still has a rate of nothing and no end', () => {
  const look = watch();
  look(0, loading(7, 10));
  expect(look(10, loading(7, 10))).toMatchObject({ rate: 0, remainingSeconds: null });
});

test('a load that goes down counts like one that goes up', () => {
  const look = watch();
  look(0, loading(1_000, 0));
  expect(look(10, loading(900, 0))).toMatchObject({ rate: 10, remainingSeconds: 90 });
});

test('another phase begins anew: what was loaded before does not count', () => {
  const look = watch();
  look(0, loading(0, 1_000));
  expect(look(10, loading(500, 1_000)).rate).toBe(50);
  expect(look(11, { phase: 'following', height: 1_000 })).toEqual({
    since: second(11),
    nodeHeight: 1_000,
    rate: null,
    remainingSeconds: null,
  });
  expect(look(30, loading(1_000, 1_400))).toMatchObject({ since: second(30), rate: null });
  expect(look(34, loading(1_004, 1_400)).rate).toBe(1);
});

test('the height of the node stays while it does not answer, and is its own where it is behind', () => {
  const look = watch();
  look(0, { phase: 'following', height: 5 });
  expect(look(3.7, { phase: 'retrying', reason: 'The node does not answer', height: 5 })).toEqual({
    since: second(3),
    nodeHeight: 5,
    rate: null,
    remainingSeconds: null,
  });
  expect(look(9, { phase: 'following', height: 6 })).toMatchObject({ nodeHeight: 6 });
  expect(look(12, { phase: 'behind', height: 6, nodeHeight: 4 })).toMatchObject({
    since: second(12),
    nodeHeight: 4,
  });
  expect(look(20, null)).toMatchObject({ since: null, nodeHeight: 4, rate: null });
});
