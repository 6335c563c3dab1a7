import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

interface Context {
  name: string;
  folders: string[];
  tables: string[];
}

const root = fileURLToPath(new URL('../apps/server/', import.meta.url));
const { contexts } = JSON.parse(readFileSync(join(root, 'contexts.json'), 'utf8')) as { contexts: Context[] };

const reads =
  /\b(?:from|join|using)\s+(?:only\s+)?([a-z_]+)|\b(?:selectFrom|innerJoin|leftJoin|fullJoin)\(\s*\[?\s*['"]([a-z_]+)/g;
const writes =
  /\b(?:insert into|update|delete from|truncate|copyIn\(')\s*([a-z_]+)|\b(?:insertInto|updateTable|deleteFrom)\(\s*['"]([a-z_]+)|copyIn\(\s*['"]([a-z_]+)|\btable: ['"]([a-z_]+)/g;

/** Returns the context of each table by the schema file that creates it. */
function ownersOf(schema: ReadonlyMap<string, string>): Map<string, number> {
  const owners = new Map<string, number>();
  for (const [file, text] of schema) {
    const owner = contexts.findIndex(({ tables }) => tables.includes(file));
    for (const [, table = ''] of text.matchAll(/create (?:unlogged )?table (?:if not exists )?([a-z_]+)/g)) {
      owners.set(table, owner);
    }
  }
  return owners;
}

/** Returns forbidden uses of tables by a file of a context: writes to tables of other contexts, or reads from contexts above it. */
function violationsOf(path: string, text: string, owners: ReadonlyMap<string, number>): string[] {
  const own = contexts.findIndex(({ folders }) => folders.some((folder) => path.startsWith(`${folder}/`)));
  if (own < 0) return [];
  const found = new Set<string>();
  const look = (pattern: RegExp, does: string, allowed: (owner: number) => boolean): void => {
    for (const [, ...names] of text.matchAll(pattern)) {
      const table = names.find((name) => name !== undefined) ?? '';
      const owner = owners.get(table);
      if (owner !== undefined && !allowed(owner)) found.add(`${path} ${does} ${table}`);
    }
  };
  look(writes, 'writes', (owner) => owner === own);
  look(reads, 'reads', (owner) => owner <= own);
  return [...found];
}

const schema = new Map(
  globSync('src/db/baseline/**/*.ts', { cwd: root }).map((file) => [
    file.replace(/^.*\/(.*)\.ts$/, '$1'),
    readFileSync(join(root, file), 'utf8'),
  ]),
);
const owners = ownersOf(schema);
const files = globSync('src/**/*.ts', { cwd: root })
  .filter((file) => !/\.test\.ts$|\/db\/baseline\/|\/db\/schema\.ts$/.test(file))
  .map((file) => [file.replace(/^src\//, ''), readFileSync(join(root, file), 'utf8')] as const);

describe('tables', () => {
  it('have one owner each', () => {
    expect(owners.size).toBeGreaterThan(130);
    expect([...owners].filter(([, owner]) => owner < 0)).toEqual([]);
  });

  it('are written by their context alone, and read by it and those above', () => {
    const touching = files.filter(
      ([path, text]) => violationsOf(path, text, new Map()).length === 0 && text !== '',
    );
    expect(touching.length).toBe(files.length);
    expect(files.flatMap(([path, text]) => violationsOf(path, text, owners))).toEqual([]);
  });

  it('belong to the contexts that the source folders have', () => {
    const found = new Set(files.flatMap(([path]) => /^contexts\/[^/]+/.exec(path) ?? []));
    const known = new Set(contexts.flatMap(({ folders }) => folders));
    expect([...found].filter((name) => !known.has(name))).toEqual([]);
  });

  it.each([
    ['ledger/bitcoin/planted.ts', 'select * from monitored_address', 'reads monitored_address'],
    ['contexts/compliance/alerts/planted.ts', "kysely.updateTable('organization')", 'writes organization'],
    [
      'contexts/risk/planted.ts',
      "kysely.selectFrom('compliance_transaction as t')",
      'reads compliance_transaction',
    ],
    ['contexts/identity/planted.ts', "const log = { table: 'case_event' }", 'writes case_event'],
    ['contexts/identity/notes/planted.ts', 'insert into btc_tx (n) values (1)', 'writes btc_tx'],
  ])('finds what is planted in %s', (path, text, what) => {
    expect(violationsOf(path, text, owners)).toEqual([`${path} ${what}`]);
  });
});
