import type { SqlSession } from '../../../db/session.ts';
import { inParts, int8Array, int8List } from '../../shared/byte-keys.ts';
import type { ClusterLink, ClusterNode } from './cluster-forest.ts';

const partSize = 10_000;

/** Number of directly attributed addresses of each entity. */
type Counts = Map<string, bigint>;

/** Changes of counts, by node and entity. */
export type CountChanges = Map<bigint, Counts>;

export function addCount(changes: CountChanges, id: bigint, entity: string, n: bigint): void {
  const counts = changes.get(id) ?? new Map<string, bigint>();
  changes.set(id, counts);
  counts.set(entity, (counts.get(entity) ?? 0n) + n);
}

/** Returns whether any address is attributed: without one there is nothing to count. */
async function anyLabel(session: SqlSession): Promise<boolean> {
  const { rows } = await session.query<{ any: boolean }>('select exists (select 1 from btc_label) as any');
  return rows[0]?.any ?? false;
}

/** Returns direct attributions of addresses, by the index of the key in the list. */
export async function readLabels(
  session: SqlSession,
  keys: readonly Uint8Array[],
): Promise<{ index: number; entity: string; n: number }[]> {
  const found: { index: number; entity: string; n: number }[] = [];
  let start = 0;
  for (const part of inParts(keys, partSize)) {
    const { rows } = await session.query<{ place: bigint; entity: string; n: number }>(
      `select k.place, l.entity, l.n from unnest($1::text[]) with ordinality as k(hex, place)
       join btc_label l on l.key = decode(k.hex, 'hex')`,
      [part.map((key) => Buffer.from(key).toString('hex'))],
    );
    for (const { place, entity, n } of rows) found.push({ index: start + Number(place) - 1, entity, n });
    start += part.length;
  }
  return found;
}

/** Returns the stored counts of nodes. */
export async function readCounts(session: SqlSession, ids: readonly bigint[]): Promise<CountChanges> {
  const found: CountChanges = new Map();
  for (const part of inParts(ids, partSize)) {
    const { rows } = await session.query<{ id: bigint; entity: string; n: bigint }>(
      'select id, entity, n from btc_cluster_entity where id = any($1::int8[])',
      [int8List(part)],
    );
    for (const { id, entity, n } of rows) addCount(found, id, entity, n);
  }
  return found;
}

/** Adds changes to the stored counts; deletes counts that become 0. Throws RangeError if one would be negative. */
export async function applyCounts(session: SqlSession, changes: CountChanges): Promise<void> {
  const all = [...changes].flatMap(([id, counts]) => [...counts].map(([entity, n]) => ({ id, entity, n })));
  for (const part of inParts(
    all.filter(({ n }) => n > 0n),
    partSize,
  )) {
    await session.query(
      `insert into btc_cluster_entity as e (id, entity, n)
       select * from unnest(${int8Array(part.map(({ id }) => id))}, $1::text[], ${int8Array(part.map(({ n }) => n))})
       on conflict (id, entity) do update set n = e.n + excluded.n`,
      [part.map(({ entity }) => entity)],
    );
  }
  for (const part of inParts(
    all.filter(({ n }) => n < 0n),
    partSize,
  )) {
    const given = `unnest(${int8Array(part.map(({ id }) => id))}, $1::text[], ${int8Array(part.map(({ n }) => n))}) as d(id, entity, n)`;
    const entities = [part.map(({ entity }) => entity)];
    const match = 'e.id = d.id and e.entity = d.entity';
    const gone = await session.query(
      `delete from btc_cluster_entity e using ${given} where ${match} and e.n + d.n = 0`,
      entities,
    );
    const less = await session.query(
      `update btc_cluster_entity e set n = e.n + d.n from ${given} where ${match}`,
      entities,
    );
    if (gone.affected + less.affected !== part.length)
      throw new RangeError('An entity has fewer addresses in a cluster than are taken away');
  }
}

/**
 * Adds the entity counts of roots that became children to their new roots. `fresh`: the new nodes, whose own attributions
 * are added first.
 */
export async function countLinks(
  session: SqlSession,
  fresh: readonly ClusterNode[],
  links: readonly ClusterLink[],
): Promise<void> {
  if (links.length === 0 || !(await anyLabel(session))) return;
  const changes: CountChanges = new Map();
  const labels = await readLabels(
    session,
    fresh.map(({ key }) => key),
  );
  for (const { index, entity, n } of labels) {
    const node = fresh[index];
    if (node) addCount(changes, node.id, entity, BigInt(n));
  }
  const before = await readCounts(
    session,
    links.flatMap(({ child }) => (child.stored ? [child.id] : [])),
  );
  for (const { child, parent } of links) moveCounts(before, changes, child.id, parent.id, 1n);
  await applyCounts(session, changes);
}

/** Adds the counts of a child to its parent, or subtracts them with −1. */
function moveCounts(
  before: CountChanges,
  changes: CountChanges,
  child: bigint,
  parent: bigint,
  sign: 1n | -1n,
): void {
  for (const counts of [before.get(child), changes.get(child)]) {
    for (const [entity, n] of counts ?? []) addCount(changes, parent, entity, sign * n);
  }
}

/** Reverts `countLinks` for links that are removed, newest first. New nodes keep their rows until they are removed. */
export async function uncountLinks(session: SqlSession, links: readonly ClusterLink[]): Promise<void> {
  if (links.length === 0 || !(await anyLabel(session))) return;
  const before = await readCounts(
    session,
    links.map(({ child }) => child.id),
  );
  const changes: CountChanges = new Map();
  for (const { child, parent } of links) moveCounts(before, changes, child.id, parent.id, -1n);
  await applyCounts(session, changes);
}
