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

/** What is known about the state of a ledger in one snapshot. */
export interface KnownState<T> {
  readonly value: T;
  /** Resolves when the state is known to be that of the snapshot; never, if it isn't. */
  readonly confirmed: Promise<void>;
}

/**
 * Creates a function that runs `work` with what `read` derives from the state of a ledger. While the state is checked, `work`
 * begins with the last known one, so that its first statement shares the round trip of the check; if the ledger has changed
 * since, the answer is dropped, and `work` runs again. So `work` must only read, and store what it has read only after
 * `confirmed`. Call it first in a snapshot.
 */
export function rememberByState<T>(
  ledger: 'btc_ledger' | 'eth_ledger',
  read: (session: SqlSession) => Promise<T>,
): <A>(db: SqlDatabase, session: SqlSession, work: (state: KnownState<T>) => Promise<A>) => Promise<A> {
  const known = new WeakMap<SqlDatabase, { key: string; value: T }>();
  return async (db, session, work) => {
    const last = known.get(db);
    const reading = readStateKey(session, ['ledger_event_counter', ledger]);
    if (last) {
      const { promise: confirmed, resolve: confirm } = Promise.withResolvers<void>();
      const [checked, answered] = await Promise.allSettled([
        reading.then((key) => {
          if (key === last.key) confirm();
          return key;
        }),
        work({ value: last.value, confirmed }),
      ]);
      if (checked.status === 'rejected') throw checked.reason;
      if (checked.value === last.key) {
        if (answered.status === 'rejected') throw answered.reason;
        return answered.value;
      }
    }
    const key = await reading;
    const value = await read(session);
    known.set(db, { key, value });
    return work({ value, confirmed: Promise.resolve() });
  };
}
