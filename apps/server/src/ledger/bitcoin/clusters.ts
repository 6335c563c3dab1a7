import type { SqlSession } from '../../db/session.ts';

/** The cluster of an address: the addresses that were spent together with it, directly or over others. */
export interface Cluster {
  /** Names the cluster: of all its addresses the one that stands for the largest part that was joined. Its address is the `cospend_id`. */
  readonly root: Uint8Array;
  /** How many addresses it has; 1 where the address was never spent together with another. */
  readonly size: number;
  /** Position of the transaction in which the address was first spent together with another; null where it never was. */
  readonly evidence: number | null;
}

/** An address of a cluster, with the transaction in which it was first spent together with another. */
export interface ClusterMember {
  readonly key: Uint8Array;
  readonly evidence: number;
}

/** How many directly attributed addresses of an entity. */
export interface EntityCount {
  readonly entity: string;
  readonly n: number;
}

/** `delta` more (or fewer) direct attributions of an address to an entity. */
export interface LabelChange {
  readonly key: Uint8Array;
  readonly entity: string;
  readonly delta: number;
}

/** What the ledger offers about clusters. Maps are by `byteKey` of an address key. */
export interface Clusters {
  /** Clusters of addresses, now or as they were at the end of block `height`. Every key gets an answer. */
  clustersOf(
    session: SqlSession,
    keys: readonly Uint8Array[],
    options?: { height?: number },
  ): Promise<Map<string, Cluster>>;
  /** Members number `from` to `from + count − 1` of the cluster that `root` names; number 0 is the root. */
  membersOf(session: SqlSession, root: Uint8Array, from: number, count: number): Promise<ClusterMember[]>;
  /** Entities with directly attributed addresses in the clusters that these roots name, most addresses first. */
  entitiesOf(session: SqlSession, roots: readonly Uint8Array[]): Promise<Map<string, EntityCount[]>>;
  /** Adds changes of direct attributions. The session is a write transaction; further calls in others wait for its end. Throws RangeError if a count would fall below 0. */
  relabel(session: SqlSession, changes: readonly LabelChange[]): Promise<void>;
  /** Up to which block clusters go; −1: none yet. */
  clustersUpTo(session: SqlSession): Promise<number>;
}
