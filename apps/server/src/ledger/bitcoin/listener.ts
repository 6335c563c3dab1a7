import type { SqlSession } from '../../db/session.ts';
import type { Batch } from './blocks/batch.ts';
import type { AddedTransaction } from './mempool/mempool-added.ts';
import type { RemovedTransaction } from './mempool/mempool-writer.ts';

/** Location of a transaction at a remote provider; the ID in internal byte order, the time in seconds since 1970. */
export interface RemoteConfirmation {
  readonly txid: Uint8Array;
  readonly height: number;
  readonly time: number;
}

/** The effect of a transaction on an address, in satoshis. */
export interface RemoteEffect extends RemoteConfirmation {
  readonly received: bigint;
  readonly spent: bigint;
}

/**
 * Called by the ledger within the database transaction that changes it: what a listener writes is committed with the change
 * or not at all. An exception rolls back the change.
 */
export interface BitcoinListener {
  /** Blocks were added. */
  connected(session: SqlSession, batch: Batch): Promise<void>;
  /** The ledger was empty and has a history now; `connected` isn't called for its blocks. */
  loaded(session: SqlSession): Promise<void>;
  /** The highest block was disconnected. */
  disconnected(session: SqlSession, height: number): Promise<void>;
  /** Unconfirmed transactions were added. `now`: milliseconds since 1970. */
  added(session: SqlSession, additions: readonly AddedTransaction[], now: number): Promise<void>;
  /** More of the outputs that unconfirmed transactions spend are known now. */
  completed(
    session: SqlSession,
    transactions: readonly Pick<AddedTransaction, 'txid' | 'outputs' | 'prevouts'>[],
    now: number,
  ): Promise<void>;
  /** Unconfirmed transactions were removed; those that are in a block now are part of `connected`. */
  removed(
    session: SqlSession,
    removals: readonly Omit<RemovedTransaction, 'id' | 'droppedAt'>[],
  ): Promise<void>;
  /** All unconfirmed transactions were removed: no source provides any. */
  cleared(session: SqlSession): Promise<void>;
  /** A remote provider reports these transactions at these locations now. */
  remoteConfirmed(session: SqlSession, places: readonly RemoteConfirmation[]): Promise<void>;
  /** Part of the history of an address was stored from a remote provider; `remoteConfirmed` has reported its locations. */
  historyStored(session: SqlSession, key: Uint8Array, effects: readonly RemoteEffect[]): Promise<void>;
  /** Transactions left the chain of a remote provider. */
  remoteUnconfirmed(session: SqlSession, txids: readonly Uint8Array[]): Promise<void>;
}

const nothing = async (): Promise<void> => {};

/** For ledgers without a listener. */
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
