import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { unframe } from '../../apps/server/test/support/sources/block-files.ts';

const folder = new URL('../../../shared/data/bitcoin/', import.meta.url);

function pathOf(name: string): string {
  return fileURLToPath(new URL(name, folder));
}

/** The reference file of all measurements: 12 full blocks of January 2019. */
export const mainFile = pathOf('blk_560062_560073.dat');

/** The first blocks of mainnet, nearly all with one transaction. */
export const firstFile = pathOf('blk_000000_002100.dat');

/** All valid mainnet files together. */
export const allFiles = [
  firstFile,
  mainFile,
  pathOf('blk_out_of_order_482253_482202.dat'),
  pathOf('block300025.raw'),
  pathOf('block413567.raw'),
  pathOf('block702861.raw'),
] as const;

/** Returns the names of missing files; they aren't part of the repository. */
export function missingFiles(): string[] {
  return allFiles.filter((path) => !existsSync(path));
}

/** Returns the raw blocks of the main file. */
export function readMainBlocks(): Uint8Array[] {
  return unframe(mainFile).map((block) => Uint8Array.from(block));
}
