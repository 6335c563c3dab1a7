import { existsSync, readFileSync } from 'node:fs';
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { createBlockFramer, decodeBlock, latin1Hashing, networks, type Block } from '../src/index.ts';

const folder = join(import.meta.dirname, '../../../../shared/data/bitcoin');

/** Native hashing, as the server injects it. */
export const hashing = latin1Hashing((algorithm, bytes) => hash(algorithm, bytes, 'binary'));

/** True where the real blocks are; tests that need them are skipped elsewhere. */
export const hasSharedData = existsSync(folder);

if (!hasSharedData) console.warn(`Tests on real blocks are skipped: ${folder} is absent.`);

/** Bytes of a file of real data. */
export function readShared(name: string): Uint8Array {
  return readFileSync(join(folder, name));
}

/** A JSON file of real data; the caller knows its shape. */
export function readSharedJson(name: string): unknown {
  return JSON.parse(readFileSync(join(folder, name), 'utf8'));
}

/** Blocks of a `blk*.dat` file in its order, with what is told about the rest of the file. */
export function readBlocks(name: string) {
  const blocks: { block: Block; bytes: Uint8Array; offset: number }[] = [];
  const skipped: { from: number; to: number; why: string }[] = [];
  const framer = createBlockFramer({
    magic: networks.mainnet.magic,
    accept(bytes, offset) {
      try {
        blocks.push({ block: decodeBlock(bytes, { hashing }), bytes, offset });
        return true;
      } catch {
        return false;
      }
    },
    skipped: (from, to, why) => skipped.push({ from, to, why }),
  });
  framer.push(readShared(name));
  return { blocks, skipped, end: framer.end() };
}
