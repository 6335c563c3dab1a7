import { existsSync, globSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { describe } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const fixtures = join(root, 'test/fixtures/chain');

/** Data that is too large for the repository or not redistributable: `TEST_DATA_DIR`, or `shared/data` beside the project. */
const dataFolder = resolve(process.env['TEST_DATA_DIR'] ?? join(root, '../shared/data'));

const packed = globSync('**/*.br', { cwd: fixtures }).map((path) => path.slice(0, -'.br'.length));

/** Returns the fixtures of a name: the file itself, or every file of a folder. */
function fixturesOf(name: string): string[] {
  return packed.filter((fixture) => fixture === name || fixture.startsWith(`${name}/`));
}

function unpack(fixture: string): Buffer {
  return brotliDecompressSync(readFileSync(join(fixtures, `${fixture}.br`)));
}

/** Unpacks a fixture once per run; a concurrent reader finds the complete file or none. */
function unpackTo(folder: string, fixture: string): void {
  const path = join(folder, fixture);
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, unpack(fixture), { mode: 0o644 });
  renameSync(draft, path);
}

/**
 * Returns the path of a file or folder of chain data, such as `bitcoin/block702861.raw`. Fixtures of the repository take
 * precedence; other files are expected in the data folder, where they may be missing.
 */
export function dataPath(name: string): string {
  const found = fixturesOf(name);
  if (found.length === 0) return join(dataFolder, name);
  const folder = join(tmpdir(), 'chain-data');
  for (const fixture of found) unpackTo(folder, fixture);
  return join(folder, name);
}

/** Reads a file of chain data. */
export function readData(name: string): Buffer {
  return packed.includes(name) ? unpack(name) : readFileSync(join(dataFolder, name));
}

/** Reads a JSON file of chain data; the caller knows its shape. */
export function readDataJson(name: string): unknown {
  return JSON.parse(readData(name).toString('utf8'));
}

/** Returns the names of all fixtures after unpacking them, and their packed size in the repository in bytes. */
export function listFixtures(): { names: string[]; packedBytes: number } {
  const sizes = packed.map((name) => statSync(join(fixtures, `${name}.br`)).size);
  return { names: packed, packedBytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** Returns why tests that need these files can't run; undefined if all files exist. */
export function whyNoData(names: readonly string[]): string | undefined {
  const missing = names.filter(
    (name) => fixturesOf(name).length === 0 && !existsSync(join(dataFolder, name)),
  );
  return missing.length === 0 ? undefined : `needs ${missing.join(', ')} in ../shared/data or TEST_DATA_DIR`;
}

/**
 * Defines tests that need these files. If one is missing, they are skipped, and their name says what is missing. `tests` still
 * runs to count them, so it must not read the files outside tests and hooks.
 */
export function describeWithData(name: string, files: readonly string[], tests: () => void): void {
  const reason = whyNoData(files);
  if (reason === undefined) describe(name, tests);
  else describe.skip(`${name}: skipped, ${reason}`, tests);
}
