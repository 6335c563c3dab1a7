import { writeFile } from 'node:fs/promises';
import { nativeHashing } from '../../apps/server/src/ledger/native-hashing.ts';
import { frame } from '../../apps/server/test/support/sources/block-files.ts';
import { simulateBitcoin } from '../../packages/demo/src/index.ts';

/** Writes the history of a demo as a block file: a complete chain, in which every input is known. */
export async function writeDemo(path: string, transactions: number): Promise<void> {
  const [length, blockInterval, start] = [120 * 86_400, 21_600, 1_735_689_600];
  const options = { seed: 1, start, length, blockInterval, transactions, ethereumTransactions: 0 };
  const simulation = simulateBitcoin({ ...options, hashing: nativeHashing });
  const blocks: Uint8Array[] = [];
  for (let at = 0; at <= length; at += blockInterval) blocks.push(simulation.next(start + at).bytes);
  await writeFile(path, frame(blocks, 'demo'));
}
