import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Block, createBlockFramer, decodeBlock, networks, verifyBlock } from '@hopscope/chain';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { bunzip } from './bunzip.ts';

const folder = fileURLToPath(new URL('../../../../../shared/data/bitcoin/', import.meta.url));

/** Whether the folder with real blocks is beside the project. */
export const hasRealBlocks = existsSync(folder);
if (!hasRealBlocks) process.stderr.write(`Tests with real blocks are skipped: ${folder} is not there\n`);

export function readDataFile(name: string): Uint8Array {
  return new Uint8Array(readFileSync(folder + name));
}

/** Blocks of framed bytes in their order, verified as mainnet blocks. */
function framedBlocks(bytes: Uint8Array): Block[] {
  const blocks: Block[] = [];
  const framer = createBlockFramer({
    magic: networks.mainnet.magic,
    accept(record) {
      const block = decodeBlock(record, { hashing: nativeHashing });
      verifyBlock(block, networks.mainnet, { hashing: nativeHashing });
      blocks.push(block);
      return true;
    },
  });
  framer.push(bytes);
  framer.end();
  return blocks;
}

export function readBlockFile(name: string): Block[] {
  return framedBlocks(readDataFile(name));
}

/** As `readBlockFile` for a file packed by bzip2. */
export function readPackedBlockFile(name: string): Block[] {
  return framedBlocks(bunzip(readDataFile(name)));
}
