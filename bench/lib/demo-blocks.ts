import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { nativeHashing } from '../../apps/server/src/ledger/native-hashing.ts';
import { frame } from '../../apps/server/test/support/sources/block-files.ts';
import { simulateBitcoin } from '../../packages/demo/src/index.ts';

const begin = 1_735_689_600;
const daySeconds = 86_400;

/**
 * Writes the history of a demo as a block file: a complete chain with all inputs known. Generates about half to two thirds
 * of `transactions`. By default 120 days with a block every six hours.
 */
export async function writeDemo(
  path: string,
  transactions: number,
  { days, blockInterval }: { days: number; blockInterval: number } = { days: 120, blockInterval: 21_600 },
): Promise<void> {
  const length = days * daySeconds;
  const options = { seed: 1, start: begin, length, blockInterval, transactions, ethereumTransactions: 0 };
  const simulation = simulateBitcoin({ ...options, hashing: nativeHashing });
  const file = createWriteStream(path);
  for (let at = 0; at <= length; at += blockInterval) {
    if (!file.write(frame([simulation.next(begin + at).bytes], 'demo'))) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
}
