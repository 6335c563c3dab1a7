import { constants, type Stats } from 'node:fs';
import { access, readFile, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** A file that may contain blocks. */
export interface BlockFile {
  path: string;
  bytes: number;
  /** Content of `xor.dat` in the same folder (Bitcoin Core 28 and later). */
  xorKey: Uint8Array | undefined;
}

/** Thrown if a path can't be read; the message contains it. */
export class BlockFileError extends Error {
  override name = 'BlockFileError';
}

const blockFileName = /^blk\d+\.dat$/i;
const otherBlockName = /\.(dat|raw|bin|blk)$/i;
/** Files in a node's folder that don't contain blocks. */
const notBlocks = /^(rev\d+|xor|peers|banlist|mempool|fee_estimates|anchors)\.dat$/i;

async function readXorKey(folder: string): Promise<Uint8Array | undefined> {
  const path = join(folder, 'xor.dat');
  if (!(await stat(path).catch(() => undefined))) return undefined;
  const key = await readFile(path).catch(() => cannotRead(path));
  if (key.length !== 8) throw new BlockFileError(`${path} has ${key.length} bytes; 8 are expected`);
  return key;
}

async function filesOfFolder(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(() => cannotRead(folder))).filter(
    (name) => !notBlocks.test(name),
  );
  const framed = names.filter((name) => blockFileName.test(name));
  const chosen = framed.length > 0 ? framed : names.filter((name) => otherBlockName.test(name));
  if (chosen.length === 0)
    throw new BlockFileError(`${folder} contains no block files (blk*.dat, *.dat, *.raw, *.bin, *.blk)`);
  return chosen.sort().map((name) => join(folder, name));
}

/**
 * Finds files by path: a file as such, and from a folder its `blk*.dat` or, without those, its `*.dat`, `*.raw`, `*.bin` and
 * `*.blk`, sorted by name. Throws BlockFileError for unreadable paths.
 */
export async function findBlockFiles(paths: readonly string[]): Promise<BlockFile[]> {
  const keys = new Map<string, Uint8Array | undefined>();
  const files: BlockFile[] = [];
  for (const given of paths) {
    const names = (await statOf(given)).isDirectory() ? await filesOfFolder(given) : [given];
    for (const path of names) {
      const info = await statOf(path);
      if (!info.isFile()) throw new BlockFileError(`${path} is not a file`);
      await access(path, constants.R_OK).catch(() => cannotRead(path));
      const folder = dirname(path);
      const framed = blockFileName.test(basename(path));
      if (framed && !keys.has(folder)) keys.set(folder, await readXorKey(folder));
      files.push({ path, bytes: info.size, xorKey: framed ? keys.get(folder) : undefined });
    }
  }
  return files;
}

function cannotRead(path: string): never {
  throw new BlockFileError(`${path} does not exist or cannot be read`);
}

function statOf(path: string): Promise<Stats> {
  return stat(path).catch(() => cannotRead(path));
}
