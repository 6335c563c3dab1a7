import { CompiledQuery, type Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { SqlResult, SqlSession } from '../../../db/session.ts';

/** The connection of typed queries, for readers that ask in SQL; within a transaction it is that of the transaction. */
export function sessionOver(db: Kysely<Schema>): SqlSession {
  const refuse = (): never => {
    throw new RangeError('Nothing is copied here');
  };
  return {
    async query<Row>(text: string, params: readonly unknown[] = []): Promise<SqlResult<Row>> {
      const { rows, numAffectedRows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...params]));
      return { rows, affected: Number(numAffectedRows ?? 0n) };
    },
    copyIn: refuse,
    copyOut: refuse,
  };
}
