import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../apps/server/src/', import.meta.url));

/**
 * The database itself; code that reads and writes the chain tables in bulk, because the cost of a block is measured in statements;
 * and server processes, which watch over connections.
 */
const ownSql = /^(db|ledger|processes|sources)\//;

/** Other files that may send SQL text to a session, each with its reason. All others use Kysely, which binds values. */
const allowed: Readonly<Record<string, string>> = {
  'telemetry/start-telemetry.ts': 'passes statements of others on, and records them',
  'contexts/compliance/matching/matches.ts':
    'writes arrays of matches in parts, with their events in the same statement',
  'contexts/directory/releases/staging.store.ts': 'moves rows between staging tables that COPY fills',
};

/** Finds SQL statements that a text sends itself. Returns `<line>: <what>`. */
function statementsOf(name: string, text: string): string[] {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === 'query' &&
      node.arguments.length > 0
    ) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${line + 1}: ${node.getText().replaceAll(/\s+/g, ' ').slice(0, 80)}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe('Statements as text', () => {
  it.each([
    ['a text', "await session.query('select 1');"],
    ['a type and parameters', 'const { rows } = await session.query<{ n: bigint }>(`select $1`, [n]);'],
    ['a name', 'await withSession(db, (own) => own.query(truncateAll));'],
  ])('are found with %s', (_, text) => {
    expect(statementsOf('planted.ts', text)).toHaveLength(1);
  });

  it.each([
    ['a typed query', "await db.selectFrom('person').select('id').where('id', '=', id).execute();"],
    ['a template that binds its values', 'await sql<{ n: bigint }>`select ${n}::int8 as n`.execute(db);'],
    ['a query string', 'const { page } = request.query;'],
  ])('are not %s', (_, text) => {
    expect(statementsOf('fine.ts', text)).toEqual([]);
  });

  it('are in the database, the ledger, the sources, and where there is a reason', () => {
    const files = globSync('**/*.ts', { cwd: root }).filter(
      (file) => !/\.(test|fixture)\.ts$/.test(file) && !ownSql.test(file),
    );
    expect(files.length).toBeGreaterThan(300);
    const found = new Map<string, string[]>();
    for (const file of files) {
      const text = readFileSync(`${root}/${file}`, 'utf8');
      const statements = text.includes('.query') ? statementsOf(file, text) : [];
      if (statements.length > 0) found.set(file, statements);
    }
    expect([...found].filter(([file]) => allowed[file] === undefined)).toEqual([]);
    expect(Object.keys(allowed).filter((file) => !found.has(file))).toEqual([]);
  });
});
