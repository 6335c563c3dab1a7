import type { SqlSession } from '../../../db/session.ts';

/**
 * Rows of a long answer, `size` at a time, through a cursor of the transaction that the session is in; other statements may
 * come in between. `select` must hold no text that came from outside.
 */
export async function* inPortions<Row>(
  session: SqlSession,
  select: string,
  size: number,
): AsyncGenerator<Row[]> {
  const cursor = 'directory_portions';
  await session.query(`declare ${cursor} no scroll cursor for ${select}`);
  for (;;) {
    const { rows } = await session.query<Row>(`fetch ${size} from ${cursor}`);
    if (rows.length > 0) yield rows;
    if (rows.length < size) break;
  }
  await session.query(`close ${cursor}`);
}
