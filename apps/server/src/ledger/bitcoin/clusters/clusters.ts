import { sharedInSnapshot, type SqlSession } from '../../../db/session.ts';
import { byteKey, int8Array } from '../../shared/byte-keys.ts';
import { type ClusterForest, type ClusterNode, emptyForest, rootOf, sinceOf } from './cluster-forest.ts';
import { readCounts, readLabels } from './cluster-labels.ts';
import { sizesBefore } from './cluster-past.ts';
import { type ClusterState, loadWays, readClusterState } from './cluster-store.ts';
import { positionOf } from '../positions.ts';

interface Member {
  readonly id: bigint;
  readonly key: Uint8Array;
}

/** Members number `from` to before `to` of a node; `at`: their offset in the page. */
interface Segment extends Member {
  readonly from: number;
  readonly to: number;
  readonly at: number;
}

/** A child and its range of numbers within its parent. */
interface Child {
  segment: bigint;
  id: bigint;
  key: Uint8Array;
  place: bigint;
  size: bigint;
}

/** Reads the children of all segments that contain some of their members. */
async function readChildren(session: SqlSession, segments: readonly Segment[]): Promise<Child[]> {
  const list = (of: (segment: Segment) => bigint | number): string => int8Array(segments.map(of));
  const { rows } = await session.query<Child>(
    `select d.segment, c.id, c.key, c.place, c.size
     from unnest(${list(({ id }) => id)}, ${list(({ from }) => from)}, ${list(({ to }) => to)})
       with ordinality as d(id, lo, hi, segment)
     cross join lateral (
       select id, key, place, size from btc_cluster b where b.parent = d.id and b.place < d.hi
         and b.place >= coalesce((select max(f.place) from btc_cluster f where f.parent = d.id and f.place <= d.lo), 0)
     ) c`,
  );
  return rows;
}

/**
 * Returns members number `from` to `from + count − 1` of a node. A child contains the numbers from its place on, as many as
 * its size. So each level takes one read of the children that overlap the page, and there are at most log2 of the size
 * levels.
 */
async function readMembers(
  session: SqlSession,
  root: ClusterNode,
  from: number,
  count: number,
): Promise<Member[]> {
  const page: Member[] = [];
  const to = Math.min(root.size, from + count);
  let open: Segment[] = from < to ? [{ id: root.id, key: root.key, from, to, at: 0 }] : [];
  while (open.length > 0) {
    const next: Segment[] = [];
    for (const { id, key, from: first, at } of open) if (first === 0) page[at] = { id, key };
    const larger = open.filter((segment) => segment.to > 1);
    const children = larger.length > 0 ? await readChildren(session, larger) : [];
    for (const child of children) {
      const segment = larger[Number(child.segment) - 1];
      if (!segment) continue;
      const place = Number(child.place);
      const start = Math.max(segment.from, place);
      const end = Math.min(segment.to, place + Number(child.size));
      if (start >= end) continue;
      const at = segment.at + start - segment.from;
      next.push({ id: child.id, key: child.key, from: start - place, to: end - place, at });
    }
    open = next;
  }
  return page;
}

export { type LabelChange, relabel } from './cluster-relabel.ts';

/** The cluster of an address: all addresses co-spent with it, directly or transitively. */
export interface Cluster {
  /** Identifies the cluster (`cospend_id`): the root address of the largest of the parts that were joined. */
  readonly root: Uint8Array;
  /** Number of addresses; 1 if the address was never co-spent. */
  readonly size: number;
  /** Position of the transaction in which the address was first co-spent; null if it never was. */
  readonly evidence: number | null;
}

/** An address of a cluster, with the position of the transaction in which it was first co-spent. */
export interface ClusterMember {
  readonly key: Uint8Array;
  readonly evidence: number;
}

/** Number of directly attributed addresses of an entity. */
export interface EntityCount {
  readonly entity: string;
  readonly n: number;
}

function named(keys: readonly Uint8Array[]): Map<string, Uint8Array> {
  return new Map(keys.map((key) => [byteKey(key), key]));
}

/** Returns the height up to which clusters are complete; −1: none yet, or they are being rebuilt. */
export async function clustersUpTo(session: SqlSession): Promise<number> {
  return (await readClusterState(session)).done;
}

/** What was loaded of the forest. */
interface Loaded {
  forest: ClusterForest;
  /** Addresses that were looked up, also those that were never co-spent. */
  names: Set<string>;
  state: ClusterState | undefined;
}

const nothingLoaded = (): Loaded => ({ forest: emptyForest(), names: new Set(), state: undefined });

/** Limits the memory of what snapshots of one state share. */
const mostLoaded = 200_000;

/** Loads the valid forest: nothing if an older rule created it. What is loaded already isn't read again. */
async function waysOf(
  session: SqlSession,
  keys: ReadonlyMap<string, Uint8Array>,
  loaded = sharedInSnapshot(session, nothingLoaded),
): Promise<ClusterForest> {
  // Others may still use what is forgotten.
  if (loaded.names.size > mostLoaded) Object.assign(loaded, nothingLoaded());
  const { forest, names } = loaded;
  // Only a result is stored: a failed read must not affect later readers.
  loaded.state ??= await readClusterState(session);
  if (!loaded.state.current) return forest;
  const missing = new Map([...keys].filter(([name]) => !names.has(name)));
  if (missing.size > 0) await loadWays(session, missing, forest);
  for (const name of missing.keys()) names.add(name);
  return forest;
}

/** Removes changes at `position` or later; doesn't update sizes. */
function rewind(forest: ClusterForest, position: number): void {
  for (const [name, node] of forest.byName) {
    if (sinceOf(node) >= position) forest.byName.delete(name);
    else if (node.parent && node.linked >= position) node.parent = undefined;
  }
}

/**
 * Returns the clusters of addresses, now or at the end of block `height`, by `byteKey` of the address key. Every key has a
 * result: an address that was never co-spent is a cluster of its own.
 */
export async function clustersOf(
  session: SqlSession,
  keys: readonly Uint8Array[],
  options: { height?: number } = {},
): Promise<Map<string, Cluster>> {
  const wanted = named(keys);
  const isPast = options.height !== undefined;
  // Rewinding changes the forest, so it isn't shared.
  const forest = await waysOf(session, wanted, isPast ? nothingLoaded() : undefined);
  let sizes = new Map<ClusterNode, number>();
  if (options.height !== undefined) {
    const position = positionOf(options.height + 1, 0);
    rewind(forest, position);
    const roots = [...wanted.keys()].flatMap((name) => forest.byName.get(name) ?? []).map(rootOf);
    sizes = await sizesBefore(session, new Set(roots), position);
  }
  const found = new Map<string, Cluster>();
  for (const [name, key] of wanted) {
    const node = forest.byName.get(name);
    const root = node && rootOf(node);
    found.set(
      name,
      node && root
        ? { root: root.key, size: sizes.get(root) ?? root.size, evidence: sinceOf(node) }
        : { root: key, size: 1, evidence: null },
    );
  }
  return found;
}

/**
 * Returns members number `from` to `from + count − 1` of the cluster that `root` identifies, in the cluster's own numbering;
 * number 0 is the root. Reads only what the page needs, at any offset. Empty for an address that isn't a root.
 */
export async function membersOf(
  session: SqlSession,
  root: Uint8Array,
  from: number,
  count: number,
): Promise<ClusterMember[]> {
  const node = (await waysOf(session, named([root]))).byName.get(byteKey(root));
  if (!node || node.parent) return [];
  const members = await readMembers(session, node, from, count);
  return members.map(({ id, key }) => ({ key, evidence: sinceOf({ id }) }));
}

/** Sorts by number of addresses, descending. */
function presentCounts(counts: ReadonlyMap<string, bigint>): EntityCount[] {
  const entities = [...counts].map(([entity, n]) => ({ entity, n: Number(n) }));
  return entities.sort((a, b) => b.n - a.n || (a.entity < b.entity ? -1 : 1));
}

/** Entities of clusters, by `byteKey` of the root. */
const noEntities = (): Map<string, EntityCount[]> => new Map();

/**
 * Returns entities with directly attributed addresses in the clusters that these roots identify, by `byteKey`, those with
 * most addresses first. Omits clusters without any. For a cluster of one address, counts its own attributions.
 */
export async function entitiesOf(
  session: SqlSession,
  roots: readonly Uint8Array[],
): Promise<Map<string, EntityCount[]>> {
  const known = sharedInSnapshot(session, noEntities);
  if (known.size > mostLoaded) known.clear();
  const wanted = named(roots);
  const found = new Map<string, EntityCount[]>();
  const missing: Uint8Array[] = [];
  for (const [name, key] of wanted) {
    const counts = known.get(name);
    if (counts) found.set(name, counts);
    else missing.push(key);
  }
  if (missing.length > 0) {
    const read = await readEntitiesOf(session, missing);
    for (const key of missing) {
      const counts = read.get(byteKey(key)) ?? [];
      known.set(byteKey(key), counts);
      found.set(byteKey(key), counts);
    }
  }
  return new Map([...found].filter(([, counts]) => counts.length > 0));
}

async function readEntitiesOf(
  session: SqlSession,
  roots: readonly Uint8Array[],
): Promise<Map<string, EntityCount[]>> {
  const wanted = named(roots);
  const forest = await waysOf(session, wanted);
  const nodes = [...wanted.keys()].flatMap((name) => forest.byName.get(name) ?? []);
  const counts = await readCounts(
    session,
    nodes.map(({ id }) => id),
  );
  const found = new Map<string, EntityCount[]>();
  for (const { id, key } of nodes) {
    const own = counts.get(id);
    if (own) found.set(byteKey(key), presentCounts(own));
  }
  const alone = [...wanted].flatMap(([name, key]) => (forest.byName.has(name) ? [] : [key]));
  for (const { index, entity, n } of await readLabels(session, alone)) {
    const key = alone[index];
    if (!key) continue;
    const before = (found.get(byteKey(key)) ?? []).map((count) => [count.entity, BigInt(count.n)] as const);
    found.set(byteKey(key), presentCounts(new Map([...before, [entity, BigInt(n)]])));
  }
  return found;
}
