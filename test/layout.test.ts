import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const mostFiles = 25;
const mostLines = 400;

/** Written by `npm run types:database`. */
const generated = 'apps/server/src/db/schema.ts';

/** Test files that are longer than others may be, and how long: only downward from here. */
const longTests: Record<string, number> = {
  'apps/server/test/compliance/alerts.test.ts': 616,
  'apps/server/test/compliance/cases.test.ts': 455,
  'apps/server/test/compliance/sars.test.ts': 619,
  'apps/server/test/compliance/webhooks.test.ts': 505,
  'apps/server/test/directory/directory.test.ts': 414,
  'apps/server/test/explorer/ethereum-api.test.ts': 409,
  'apps/server/test/http/stream.test.ts': 461,
  'apps/server/test/identity/auth/sign-in.test.ts': 444,
  'apps/server/test/ledger/bitcoin/audit.test.ts': 679,
  'apps/server/test/support/api/tenancy-rows.ts': 750,
  'apps/server/test/support/api/tenancy-world.ts': 401,
  'apps/server/test/tracing/tracing.test.ts': 486,
  'apps/web/e2e/demo-network/flow-trace.ts': 570,
  'apps/web/src/features/flow-trace/model/flow-model.test.ts': 478,
  'packages/risk/src/coinjoin/detect.test.ts': 403,
};

/** Folders with more source files than `mostFiles`; tests stand beside what they test and don't count. */
function crowded(paths: readonly string[]): string[] {
  const sources = paths.filter((path) => !/\.(test|fixture)\.tsx?$/.test(path));
  return [...Map.groupBy(sources, (path) => dirname(path))]
    .filter(([, files]) => files.length > mostFiles)
    .map(([folder, files]) => `${folder} has ${files.length} source files: divide it by subject`);
}

/** Files with more lines than `mostLines`, or than they are allowed. */
function tooLong(files: ReadonlyMap<string, number>): string[] {
  return [...files]
    .filter(([path, lines]) => path !== generated && lines > (longTests[path] ?? mostLines))
    .map(([path, lines]) => `${path} has ${lines} lines: divide it`);
}

describe('layout', () => {
  const paths = globSync('{apps,bench,packages,test,tools}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**'],
  });
  const lengths = new Map(
    paths.map((path) => [path, readFileSync(join(root, path), 'utf8').split('\n').length - 1]),
  );

  it(`no folder has more than ${mostFiles} source files`, () => {
    expect(paths.length).toBeGreaterThan(2000);
    expect(crowded(paths)).toEqual([]);
  });

  it(`no file has more than ${mostLines} lines`, () => {
    expect(tooLong(lengths)).toEqual([]);
  });

  it('long tests that became shorter are no exceptions any more', () => {
    const stale = Object.keys(longTests).filter((path) => (lengths.get(path) ?? 0) <= mostLines);
    expect(stale).toEqual([]);
  });

  it('finds what is planted', () => {
    const full = Array.from({ length: mostFiles + 1 }, (_, i) => `apps/server/src/planted/file-${i}.ts`);
    expect(crowded(full)).toEqual([
      `apps/server/src/planted has ${mostFiles + 1} source files: divide it by subject`,
    ]);
    expect(crowded(full.map((path) => path.replace('.ts', '.test.ts')))).toEqual([]);
    const planted = new Map([
      ['apps/server/src/planted.ts', mostLines + 1],
      ['apps/server/src/short.ts', mostLines],
      [generated, 9000],
    ]);
    expect(tooLong(planted)).toEqual([`apps/server/src/planted.ts has ${mostLines + 1} lines: divide it`]);
  });
});
