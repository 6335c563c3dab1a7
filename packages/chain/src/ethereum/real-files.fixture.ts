import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { decodeEthereumBlock } from './decode-block.ts';
import { decodeReceipts } from './decode-receipts.ts';

const folder = join(import.meta.dirname, '../../../../../shared/data/ethereum');

/** Tests on real blocks, which are not part of the repository; without them they are skipped, and the name says why. */
export function describeWithRealBlocks(name: string, tests: () => void): void {
  if (existsSync(folder)) describe(name, tests);
  else describe.skip(`${name}: skipped, ../shared/data/ethereum is absent`, tests);
}

/** A text file of real data. */
export function readReal(name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

/** A JSON file of real data; the caller knows its shape. */
export function readRealJson(name: string): unknown {
  return JSON.parse(readReal(name));
}

/** A recorded block with its receipts. */
export function readRealBlock(number: number) {
  const block = decodeEthereumBlock(readRealJson(`rpc/${number}/block.json`));
  return { block, receipts: decodeReceipts(readRealJson(`rpc/${number}/receipts.json`), block) };
}
