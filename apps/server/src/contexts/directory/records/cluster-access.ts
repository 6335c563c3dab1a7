import type { SqlSession } from '../../../db/session.ts';

/** A change by `delta` in the number of direct attributions of a Bitcoin address to an entity. */
export interface LabelChange {
  readonly key: Uint8Array;
  readonly entity: string;
  readonly delta: number;
}

/** The part of the ledger's clusters that the directory needs. Maps are by `byteKey` of an address key. */
export interface ClusterAccess {
  /**
   * Returns clusters of addresses, now or at the end of a block; of size 1 if an address was never spent together with
   * another.
   */
  clustersOf(
    session: SqlSession,
    keys: readonly Uint8Array[],
    options?: { height?: number },
  ): Promise<ReadonlyMap<string, { readonly root: Uint8Array; readonly size: number }>>;
  /** Returns entities with directly attributed addresses in clusters, those with the most addresses first. */
  entitiesOf(
    session: SqlSession,
    roots: readonly Uint8Array[],
  ): Promise<ReadonlyMap<string, readonly { readonly entity: string; readonly n: number }[]>>;
  /** Returns the height up to which clusters are computed; −1: none. */
  clustersUpTo(session: SqlSession): Promise<number>;
  /** Applies changes of direct attributions, within the transaction that makes them. */
  relabel(session: SqlSession, changes: readonly LabelChange[]): Promise<void>;
}
