import type { SqlDatabase, SqlSession } from '../../db/session.ts';

/** Tables with one row that every change of its part updates: of blocks and mempool, of a chain, or of clusters. */
type StateTable = 'ledger_event_counter' | 'btc_ledger' | 'eth_ledger' | 'btc_cluster_state';

/**
 * Returns a text that differs between any two states of what the tables stand for: the transactions that last changed their
 * rows (PostgreSQL, "System Columns", xmin). Without parameters, so that it begins a snapshot in the same round trip.
 */
export async function readStateKey(session: SqlSession, tables: readonly StateTable[]): Promise<string> {
  const parts = tables.map((table) => `coalesce((select xmin::text from ${table}), '')`);
  const { rows } = await session.query<{ key: string }>(`select concat_ws(' ', ${parts.join(', ')}) as key`);
  return rows[0]?.key ?? '';
}

/**
 * Creates a function that returns what `read` derives from the state of a ledger: from memory while it is as it was. Call it
 * first in a snapshot.
 */
export function rememberByState<T>(
  ledger: 'btc_ledger' | 'eth_ledger',
  read: (session: SqlSession) => Promise<T>,
): (db: SqlDatabase, session: SqlSession) => Promise<T> {
  const known = new WeakMap<SqlDatabase, { key: string; value: T }>();
  return async (db, session) => {
    const key = await readStateKey(session, ['ledger_event_counter', ledger]);
    const last = known.get(db);
    if (last?.key === key) return last.value;
    const value = await read(session);
    known.set(db, { key, value });
    return value;
  };
}
