import type { SqlSession } from '../../../db/session.ts';

/** `delta` more (or fewer) direct attributions of a Bitcoin address to an entity. */
export interface LabelChange {
  readonly key: Uint8Array;
  readonly entity: string;
  readonly delta: number;
}

/** What the directory needs of the ledger's clusters. Maps are by `byteKey` of an address key. */
export interface ClusterAccess {
  /** Clusters of addresses, now or at the end of a block; one of 1 where an address was never spent together with another. */
  clustersOf(
    session: SqlSession,
    keys: readonly Uint8Array[],
    options?: { height?: number },
  ): Promise<ReadonlyMap<string, { readonly root: Uint8Array; readonly size: number }>>;
  /** Entities with directly attributed addresses in clusters, most addresses first. */
  entitiesOf(
    session: SqlSession,
    roots: readonly Uint8Array[],
  ): Promise<ReadonlyMap<string, readonly { readonly entity: string; readonly n: number }[]>>;
  /** Up to which block clusters go; −1: nothing is known of them. */
  clustersUpTo(session: SqlSession): Promise<number>;
  /** Takes changes of direct attributions in, inside the transaction that makes them. */
  relabel(session: SqlSession, changes: readonly LabelChange[]): Promise<void>;
}
