import { type RawBuilder, sql } from 'kysely';
import { kyselyOver } from '../../../db/dialect.ts';
import type { SqlSession } from '../../../db/session.ts';

/**
 * Yields rows of a long result, `size` at a time, through a cursor of the session's transaction; other statements may run
 * between.
 */
export async function* inPortions<Row>(
  session: SqlSession,
  select: RawBuilder<Row>,
  size: number,
): AsyncGenerator<Row[]> {
  const db = kyselyOver(session);
  const cursor = sql.id('directory_portions');
  await sql`declare ${cursor} no scroll cursor for ${select}`.execute(db);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(size)} from ${cursor}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < size) break;
  }
  await sql`close ${cursor}`.execute(db);
}
