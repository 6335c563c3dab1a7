import { type Hashing, toHex } from '@hopscope/chain';
import { inTransaction, type SqlDatabase, withSession } from '../../../db/session.ts';
import { type BitcoinListener, noBitcoinListener } from '../listener.ts';
import { readMempoolNames } from './mempool-store.ts';
import { appendMempoolEvent } from './mempool-removed.ts';
import { type SyncReport, syncMempool, type MempoolUpdate } from './mempool-sync.ts';

export type { SyncReport, MempoolUpdate } from './mempool-sync.ts';

/** The only writer of unconfirmed transactions. */
export interface BitcoinMempool {
  /** Returns the stored txids (internal byte order, hex). */
  txids(): Promise<Set<string>>;
  /**
   * Returns the transactions of a list whose bytes are needed: those that aren't stored, and weren't omitted because of a
   * limit that still applies.
   */
  wanted(present: readonly Uint8Array[]): Promise<Uint8Array[]>;
  /**
   * Synchronizes with the unconfirmed transactions of a node in one database transaction; does nothing while the ledger has
   * no block. Bytes can arrive in several calls: `wanted` returns those that are still missing.
   */
  sync(update: MempoolUpdate): Promise<SyncReport>;
  /** Removes all unconfirmed transactions: no source provides any. */
  clear(): Promise<void>;
}

/**
 * Creates the store of unconfirmed transactions over an open, migrated database, next to its ledger. It stores at most
 * `limit`.
 */
export function createBitcoinMempool(options: {
  db: SqlDatabase;
  hashing: Hashing;
  limit: number;
  /** Milliseconds since 1970. */
  now: () => number;
  listener?: BitcoinListener;
}): BitcoinMempool {
  const { db, hashing, limit, now, listener = noBitcoinListener } = options;
  let leftOut: ReadonlyMap<string, bigint> = new Map();
  const txids = async (): Promise<Set<string>> =>
    new Set((await withSession(db, readMempoolNames)).map(({ txid }) => txid));

  return {
    txids,
    async wanted(present) {
      const known = await txids();
      const unknown = present.filter((txid) => !known.has(toHex(txid)));
      const fresh = unknown.filter((txid) => !leftOut.has(toHex(txid)));
      const rateOfLeftOut = (txid: Uint8Array): bigint => leftOut.get(toHex(txid)) ?? 0n;
      const again = unknown
        .filter((txid) => leftOut.has(toHex(txid)))
        .sort((a, b) => (rateOfLeftOut(a) > rateOfLeftOut(b) ? -1 : 1))
        .slice(0, Math.max(0, limit - known.size - fresh.length));
      return [...fresh, ...again];
    },
    async sync(update) {
      const result = await inTransaction(db, 'read write', (session) =>
        syncMempool(session, update, { hashing, limit, now: now(), leftOut, listener }),
      );
      leftOut = result.leftOut;
      return result.report;
    },
    clear: () =>
      inTransaction(db, 'read write', async (session) => {
        await session.query('select network from btc_ledger for update');
        const { rows } = await session.query<{ key: Uint8Array }>(
          'select distinct key from btc_mempool_address',
        );
        for (const table of ['btc_mempool_address', 'btc_mempool_input', 'btc_mempool_tx', 'btc_dropped']) {
          await session.query(`delete from ${table}`);
        }
        await session.query('delete from btc_mempool');
        await listener.cleared(session);
        await appendMempoolEvent(
          session,
          rows.map(({ key }) => key),
        );
      }),
  };
}
