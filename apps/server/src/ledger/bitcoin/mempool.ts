/** What a node says waits for a block. */
export interface WaitingUpdate {
  /** The whole list of txids (internal byte order). */
  readonly present: readonly Uint8Array[];
  /** Raw bytes of transactions of the list that are not held. Whatever is not on the list, or cannot wait, is refused. */
  readonly arrived: readonly Uint8Array[];
  /**
   * Hash of the node's best block (internal byte order) when it gave the list. While the ledger is elsewhere, what has left
   * the list stays unless a transaction of the list replaces it: it may be in a block that is still to come. Without it,
   * the list alone decides.
   */
  readonly tip?: Uint8Array;
}

/** What taking over a list changed. */
export interface SyncReport {
  readonly arrived: number;
  readonly replaced: number;
  readonly evicted: number;
  /** Bytes that were no transaction of the list, or one that a block of the ledger holds or contradicts. */
  readonly refused: number;
  /** Transactions that wait at the node and are not held because of the limit. */
  readonly leftOut: number;
}

/** The only writer of the transactions that wait for a block. */
export interface BitcoinMempool {
  /** Txids (internal byte order, hex) held now. */
  held(): Promise<Set<string>>;
  /**
   * Those of a list whose bytes are worth fetching: neither held, nor left out before because of the limit while there is
   * still no room for them.
   */
  wanted(present: readonly Uint8Array[]): Promise<Uint8Array[]>;
  /**
   * Takes over what a node says waits, in one database transaction; nothing while the ledger has no block. Bytes may come
   * in several calls: what is on the list and not held is asked for again by `wanted`.
   */
  sync(update: WaitingUpdate): Promise<SyncReport>;
  /** Forgets all that waits: no source tells of it any more. */
  clear(): Promise<void>;
}
