import type { SqlDatabase, SqlSession } from '../../db/session.ts';

/**
 * Returns a text that differs between any two states of the ledgers: each change appends an event in its transaction, and the
 * first block sets the network. Without parameters, so that it begins a snapshot in the same round trip.
 */
async function readStateKey(session: SqlSession): Promise<string> {
  const { rows } = await session.query<{ key: string }>(
    `select concat_ws(' ', (select last from ledger_event_counter), (select network from btc_ledger),
       (select chain_id from eth_ledger)) as key`,
  );
  return rows[0]?.key ?? '';
}

/**
 * Creates a function that returns what `read` derives from the state of the ledgers: from memory while they are as they were.
 * Call it first in a snapshot.
 */
export function rememberByState<T>(
  read: (session: SqlSession) => Promise<T>,
): (db: SqlDatabase, session: SqlSession) => Promise<T> {
  const known = new WeakMap<SqlDatabase, { key: string; value: T }>();
  return async (db, session) => {
    const key = await readStateKey(session);
    const last = known.get(db);
    if (last?.key === key) return last.value;
    const value = await read(session);
    known.set(db, { key, value });
    return value;
  };
}
