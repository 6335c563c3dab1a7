import type { SqlSession } from '../../db/session.ts';
import type { Batch } from './blocks/batch.ts';
import type { AddedTransaction } from './mempool/mempool-added.ts';
import type { RemovedTransaction } from './mempool/mempool-writer.ts';

/** Where a remote provider has a transaction; the id in internal byte order, the time in seconds since 1970. */
export interface RemoteConfirmation {
  readonly txid: Uint8Array;
  readonly height: number;
  readonly time: number;
}

/** What a transaction does to an address, in satoshis. */
export interface RemoteEffect extends RemoteConfirmation {
  readonly received: bigint;
  readonly spent: bigint;
}

/**
 * Is called by the ledger inside the database transaction that changes it: what a listener writes is committed with the
 * change or not at all. What it throws undoes the change.
 */
export interface BitcoinListener {
  /** Blocks came in. */
  connected(session: SqlSession, batch: Batch): Promise<void>;
  /** The ledger was empty and has a history now, of which `connected` reported no block. */
  loaded(session: SqlSession): Promise<void>;
  /** The topmost block went. */
  disconnected(session: SqlSession, height: number): Promise<void>;
  /** Transactions wait for a block that did not. `now`: milliseconds since 1970. */
  added(session: SqlSession, additions: readonly AddedTransaction[], now: number): Promise<void>;
  /** More of the outputs that waiting transactions spend are known now. */
  completed(
    session: SqlSession,
    transactions: readonly Pick<AddedTransaction, 'txid' | 'outputs' | 'prevouts'>[],
    now: number,
  ): Promise<void>;
  /** What waited went; those that are in a block now come with `connected`. */
  removed(
    session: SqlSession,
    removals: readonly Omit<RemovedTransaction, 'id' | 'droppedAt'>[],
  ): Promise<void>;
  /** Nothing waits any more: no source has unconfirmed transactions. */
  cleared(session: SqlSession): Promise<void>;
  /** A remote provider has these transactions at these places now. */
  remoteConfirmed(session: SqlSession, places: readonly RemoteConfirmation[]): Promise<void>;
  /** Part of the history of an address came in from a remote provider; its places were told with `placed`. */
  historyStored(session: SqlSession, key: Uint8Array, effects: readonly RemoteEffect[]): Promise<void>;
  /** Transactions have left the chain of a remote provider. */
  remoteUnconfirmed(session: SqlSession, txids: readonly Uint8Array[]): Promise<void>;
}

const nothing = async (): Promise<void> => {};

/** For ledgers that nobody listens to. */
export const noBitcoinListener: BitcoinListener = {
  connected: nothing,
  loaded: nothing,
  disconnected: nothing,
  added: nothing,
  completed: nothing,
  removed: nothing,
  cleared: nothing,
  remoteConfirmed: nothing,
  historyStored: nothing,
  remoteUnconfirmed: nothing,
};
