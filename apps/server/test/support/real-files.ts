import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe } from 'vitest';

const folder = new URL('../../../../../shared/data/bitcoin/', import.meta.url);

/** Path of a file of real blocks; they are not part of the repository. */
export function realFile(name: string): string {
  return fileURLToPath(new URL(name, folder));
}

/** Tests that need files of real blocks; without them they are skipped, and the name says why. */
export function describeWithFiles(name: string, files: readonly string[], tests: () => void): void {
  const missing = files.filter((file) => !existsSync(realFile(file)));
  if (missing.length === 0) describe(name, tests);
  else describe.skip(`${name}: skipped, ../shared/data/bitcoin has no ${missing.join(', ')}`, tests);
}
