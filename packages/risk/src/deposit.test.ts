import { expect, test } from 'vitest';
import { suggestDeposit } from './deposit.ts';

const activity = { receipts: 4, receiptsFromEntity: 0, spends: 3, sweeps: 3 };

test('whoever hands everything on to one entity, again and again, is its deposit address', () => {
  expect(suggestDeposit(activity)).toEqual({ confidence: 80, sweeps: 3, receipts: 4 });
});

test('the more sweeps, the higher the confidence, never certain', () => {
  const of = (n: number): number =>
    suggestDeposit({ receipts: n, receiptsFromEntity: 0, spends: n, sweeps: n })?.confidence ?? 0;
  expect([2, 3, 4, 5, 500].map(of)).toEqual([70, 80, 85, 90, 90]);
});

test.each([
  ['once is not enough', { ...activity, spends: 1, sweeps: 1 }],
  ['something went elsewhere', { ...activity, spends: 4 }],
  ['the entity itself paid it', { ...activity, receiptsFromEntity: 1 }],
  ['paid once only', { ...activity, receipts: 1 }],
])('none: %s', (_, given) => expect(suggestDeposit(given)).toBeUndefined());
