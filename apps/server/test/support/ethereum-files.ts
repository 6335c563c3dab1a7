import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe } from 'vitest';

const folder = new URL('../../../../../shared/data/ethereum/', import.meta.url);

/** Path of recorded Ethereum data; they are not part of the repository. */
export function recorded(name: string): string {
  return fileURLToPath(new URL(name, folder));
}

export function readRecorded(name: string): unknown {
  return JSON.parse(readFileSync(recorded(name), 'utf8'));
}

/** Tests that need recorded blocks; without them they are skipped, and the name says why. */
export function describeWithRecorded(name: string, tests: () => void): void {
  if (existsSync(recorded('rpc'))) describe(name, tests);
  else describe.skip(`${name}: skipped, ../shared/data/ethereum is absent`, tests);
}
