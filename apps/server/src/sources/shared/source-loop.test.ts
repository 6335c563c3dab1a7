import { expect, test } from 'vitest';
import { until } from '../../../../../test/until.ts';
import { FatalSourceError, SourceError } from './source-error.ts';
import { createSourceLoop } from './source-loop.ts';

/** A loop whose steps throw these errors, one after the other; the next one lasts until the loop stops, and fails then. */
function loopOf(errors: readonly Error[]) {
  const left = [...errors];
  const seen = { connected: 0, failures: [] as unknown[], troubles: [] as string[] };
  const loop = createSourceLoop({
    connect: async () => {
      seen.connected += 1;
      return {
        async step() {
          const error = left.shift();
          if (error) throw error;
          loop.progress(7, 7);
          await new Promise((resolve) => loop.signal.addEventListener('abort', resolve));
          throw new Error('The connection was closed');
        },
      };
    },
    height: async () => 7,
    pollMs: 1,
    retryMs: 1,
    onFailure: (error) => seen.failures.push(error),
    onTrouble: (reason) => seen.troubles.push(reason),
  });
  return { loop, seen };
}

const failed = 'Reading from the node failed because of an error. The log has the details.';

test('an internal error is reported, and the loop connects again after a while', async () => {
  const fault = new TypeError('undefined is not a function');
  const { loop, seen } = loopOf([fault]);
  loop.start();
  await until('the status says so', () => loop.status().phase === 'failed');
  await until('the loop follows again', () => loop.status().phase === 'following');
  await loop.stop();
  expect(seen).toEqual({
    connected: 2,
    failures: [fault],
    troubles: [`${failed} The check repeats every minute.`],
  });
});

test('what a person has to resolve, and what passes, is no internal error', async () => {
  const { loop, seen } = loopOf([
    new FatalSourceError('The node is on testnet; this ledger is for mainnet.'),
    new SourceError('contradictory', 'The chain changed'),
  ]);
  loop.start();
  await until('the loop follows', () => loop.status().phase === 'following');
  await loop.stop();
  expect(seen).toEqual({
    connected: 3,
    failures: [],
    troubles: [
      'The node is on testnet; this ledger is for mainnet. The check repeats every minute.',
      'The chain changed',
    ],
  });
});
