import { hash } from 'node:crypto';
import { describeWithData, readData, readDataJson } from '../../../test/chain-data.ts';
import { createBlockFramer, decodeBlock, latin1Hashing, networks, type Block } from '../src/index.ts';

/** Native hashing, as the server injects it. */
export const hashing = latin1Hashing((algorithm, bytes) => hash(algorithm, bytes, 'binary'));

/** Tests that need files of real Bitcoin data; where one is missing they are skipped and say so. */
export function describeWithBlocks(name: string, files: readonly string[], tests: () => void): void {
  describeWithData(
    name,
    files.map((file) => `bitcoin/${file}`),
    tests,
  );
}

/** Bytes of a file of real data. */
export function readShared(name: string): Uint8Array {
  return readData(`bitcoin/${name}`);
}

/** A JSON file of real data; the caller knows its shape. */
export function readSharedJson(name: string): unknown {
  return readDataJson(`bitcoin/${name}`);
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
