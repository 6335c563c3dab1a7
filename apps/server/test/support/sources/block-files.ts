import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BitcoinNetworkName, networks } from '@hopscope/chain';

/** Creates a temporary folder that is removed after the current tests. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'hopscope-files-'));
  // If root runs the tests, the built-in database runs as another user.
  chmodSync(path, 0o755);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Encodes records of a `blk*.dat` file: magic, length, block. */
export function frame(blocks: readonly Uint8Array[], network: BitcoinNetworkName = 'mainnet'): Buffer {
  return Buffer.concat(
    blocks.flatMap((block) => {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(block.length);
      return [networks[network].magic, length, block];
    }),
  );
}

/** Reads the blocks of an undamaged framed file, without searching. */
export function unframe(path: string): Buffer[] {
  const bytes = readFileSync(path);
  const blocks: Buffer[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4);
    blocks.push(bytes.subarray(at + 8, at + 8 + length));
    at += 8 + length;
  }
  return blocks;
}

/** Writes the first `count` blocks of an undamaged framed file to a separate file. */
export function firstBlocks(path: string, count: number, folder: string): string {
  return write(folder, `first-${count}.dat`, frame(unframe(path).slice(0, count)));
}

/** Returns a copy with one bit flipped. */
export function flipBit(bytes: Uint8Array, at: number, bit = 0): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ (1 << bit);
  return copy;
}

/** Returns a copy as written by Bitcoin Core 28 and later, with the 8 bytes of `xor.dat`. */
export function xored(bytes: Uint8Array, key: Uint8Array): Buffer {
  return Buffer.from(bytes.map((byte, i) => byte ^ (key[i % key.length] ?? 0)));
}

/** Writes a file and returns its path. */
export function write(folder: string, name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}
