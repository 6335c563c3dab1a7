import type { SqlSession } from '../../db/session.ts';
import type { StoredBlock } from './blocks/stored-block.ts';

/**
 * Is called by the ledger inside the database transaction that changes it: what a listener writes is committed with the
 * change or not at all. What it throws undoes the change.
 */
export interface EthereumListener {
  /** Blocks came in. `isFake`: a token that takes another one's name. */
  connected(
    session: SqlSession,
    blocks: readonly StoredBlock[],
    isFake: (contract: Uint8Array) => boolean,
  ): Promise<void>;
  /** The topmost block went. */
  disconnected(session: SqlSession, height: number): Promise<void>;
  /** Transactions that were disconnected can never come back: others have their nonces. Hashes in hex. */
  reversed(
    session: SqlSession,
    transactions: readonly { readonly txid: string; readonly by: string }[],
  ): Promise<void>;
  /**
   * The history of an address came in from a remote provider, from a block on; `to`: the last block that is held of it, null:
   * there is nothing above.
   */
  historyStored(
    session: SqlSession,
    key: Uint8Array,
    range: { readonly from: number; readonly to: number | null },
  ): Promise<void>;
}

const nothing = async (): Promise<void> => {};

/** For ledgers that nobody listens to. */
export const noEthereumListener: EthereumListener = {
  connected: nothing,
  disconnected: nothing,
  reversed: nothing,
  historyStored: nothing,
};
