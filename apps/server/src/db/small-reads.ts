import type { Kysely } from 'kysely';
import { readTogether } from '../lib/coalesce.ts';
import { createKysely } from './dialect.ts';
import type { Schema } from './schema.ts';
import { type SqlDatabase, type SqlResult, type SqlStatement } from './session.ts';

type Outcome = PromiseSettledResult<SqlResult<unknown>>;

const nameOf = ({ sql, params }: SqlStatement): string =>
  JSON.stringify([sql, params], (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));

/**
 * Creates typed queries for reads of single rows that many requests ask for, like the membership of a person: statements that
 * arrive while an earlier message is under way are sent together in the next one, equal ones once. So nothing is older than
 * its question. Not for transactions, writes, or reads that take long: others would wait for them.
 */
export function createSmallReads(db: SqlDatabase): Kysely<Schema> {
  const readAll = readTogether(async (asked: readonly SqlStatement[]): Promise<Map<string, Outcome>> => {
    const statements = new Map(asked.map((statement) => [nameOf(statement), statement]));
    const named = [...statements];
    try {
      const results = await readOf(named.map(([, statement]) => statement));
      return new Map(
        named.map(([name], i) => [
          name,
          { status: 'fulfilled', value: results[i] ?? { rows: [], affected: 0 } },
        ]),
      );
    } catch {
      // One statement that fails ends those that were sent with it.
      const outcomes = await Promise.allSettled(
        named.map(async ([, statement]) => (await readOf([statement]))[0] ?? { rows: [], affected: 0 }),
      );
      return new Map(named.map(([name], i) => [name, outcomes[i] as Outcome]));
    }
  });

  async function readOf(statements: readonly SqlStatement[]): Promise<SqlResult<unknown>[]> {
    const session = await db.lease();
    let broken = true;
    try {
      const results = await session.queryTogether(statements);
      broken = false;
      return results;
    } finally {
      session.release(broken);
    }
  }

  const refuse = (): never => {
    throw new TypeError('Small reads neither copy nor open transactions');
  };
  return createKysely({
    lease: async () => ({
      async query<Row>(sql: string, params: readonly unknown[] = []) {
        if (!/^\s*(?:select|with)\b/i.test(sql)) refuse();
        const statement = { sql, params };
        const outcome = (await readAll(statement)).get(nameOf(statement));
        if (outcome?.status !== 'fulfilled') throw outcome?.reason;
        return outcome.value as SqlResult<Row>;
      },
      copyIn: refuse,
      copyOut: refuse,
      release() {},
    }),
  });
}
