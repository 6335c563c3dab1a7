import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BitcoinNetworkName, networks } from '@hopscope/chain';

/** A folder that is gone after the tests that asked for it. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'hopscope-files-'));
  // The built-in database runs as another user where the tests run as root.
  chmodSync(path, 0o755);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Records of a `blk*.dat` file: magic, length, block. */
export function frame(blocks: readonly Uint8Array[], network: BitcoinNetworkName = 'mainnet'): Buffer {
  return Buffer.concat(
    blocks.flatMap((block) => {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(block.length);
      return [networks[network].magic, length, block];
    }),
  );
}

/** The blocks of a sound framed file, without any searching. */
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

/** The first `count` blocks of a sound framed file, as a file of their own. */
export function firstBlocks(path: string, count: number, folder: string): string {
  return write(folder, `first-${count}.dat`, frame(unframe(path).slice(0, count)));
}

/** A copy with one bit turned over. */
export function flipBit(bytes: Uint8Array, at: number, bit = 0): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ (1 << bit);
  return copy;
}

/** A copy as Bitcoin Core 28 and later writes it, with the 8 bytes of `xor.dat`. */
export function xored(bytes: Uint8Array, key: Uint8Array): Buffer {
  return Buffer.from(bytes.map((byte, i) => byte ^ (key[i % key.length] ?? 0)));
}

/** Writes a file and gives its path. */
export function write(folder: string, name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}
