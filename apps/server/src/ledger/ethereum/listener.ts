import type { SqlSession } from '../../db/session.ts';
import type { FactRow } from './accounts/facts.ts';
import type { StoredBlock } from './blocks/stored-block.ts';

/** What the ledger found out about the blocks that it adds. */
export interface ConnectedFacts {
  /** Returns whether a token imitates another one's name. */
  readonly isFake: (contract: Uint8Array) => boolean;
  /** What contracts stated in them. */
  readonly facts: readonly FactRow[];
}

/**
 * Called by the ledger within the database transaction that changes it: what a listener writes is committed with the change
 * or not at all. An exception rolls back the change.
 */
export interface EthereumListener {
  /** Blocks were added. */
  connected(session: SqlSession, blocks: readonly StoredBlock[], found: ConnectedFacts): Promise<void>;
  /** The ledger was empty and has a history now; `connected` isn't called for its blocks. */
  loaded(session: SqlSession): Promise<void>;
  /** The highest block was disconnected. */
  disconnected(session: SqlSession, height: number): Promise<void>;
  /** Disconnected transactions can never be in the chain again: others have their nonces. Hashes in hex. */
  reversed(
    session: SqlSession,
    transactions: readonly { readonly txid: string; readonly by: string }[],
  ): Promise<void>;
  /**
   * The history of an address was stored from a remote provider, from a block on; `to`: its last stored block, null: there
   * is nothing above.
   */
  historyStored(
    session: SqlSession,
    key: Uint8Array,
    range: { readonly from: number; readonly to: number | null },
  ): Promise<void>;
}

const nothing = async (): Promise<void> => {};

/** For ledgers without a listener. */
export const noEthereumListener: EthereumListener = {
  connected: nothing,
  loaded: nothing,
  disconnected: nothing,
  reversed: nothing,
  historyStored: nothing,
};
