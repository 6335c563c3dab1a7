import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../../test/depth.ts';
import { CoinQueue, type QueuedCoin } from './coin-queue.ts';

const coin = fc.record({
  txid: fc.uint8Array({ minLength: 32, maxLength: 32 }),
  vout: fc.nat(),
  value: fc.bigInt({ min: 0n, max: 21n * 10n ** 14n }),
  index: fc.nat(),
  shares: fc.option(
    fc.nat().map((flow) => new Map([[flow, 5n]])),
    { nil: undefined },
  ),
});
const step = fc.oneof(
  { weight: 3, arbitrary: coin },
  fc.constantFrom('newest' as const, 'takeNewest' as const, 'takeOldest' as const),
);

test('a queue of coins gives what a list of them gives', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const queue = new CoinQueue();
      const list: QueuedCoin[] = [];
      const inList = {
        newest: () => list.at(-1),
        takeNewest: () => list.pop(),
        takeOldest: () => list.shift(),
      };
      for (const action of steps) {
        if (typeof action === 'string') expect(queue[action]()).toEqual(inList[action]());
        else {
          queue.push(action);
          list.push(action);
        }
        expect(queue.length).toBe(list.length);
      }
    }),
    propertyRuns(200),
  );
});
