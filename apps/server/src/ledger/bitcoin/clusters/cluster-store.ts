import { coSpendRule } from '@hopscope/risk';
import { createCopyWriter } from '../../../db/copy-binary.ts';
import type { SqlSession } from '../../../db/session.ts';
import { byteKey, inParts, int8Array } from '../../shared/byte-keys.ts';
import { readByNumbers, type RowReader } from '../../shared/read-by-numbers.ts';
import { slotOfKey } from '../accounts/accounts.ts';
import type { ClusterForest, ClusterNode } from './cluster-forest.ts';

const partSize = 20_000;
const none = -1;
const columns = `id, key, size, coalesce(parent, ${none}) as parent, coalesce(place, ${none}) as place,
  coalesce(linked, ${none}) as linked`;

/** Progress of clusters. */
export interface ClusterState {
  /** True if created by the current rule; otherwise what is stored is invalid and will be deleted. */
  readonly current: boolean;
  /** Every block of the ledger up to this height was processed; −1: none. */
  readonly done: number;
}

function stateOf(row: { rule: number; done: number } | undefined): ClusterState {
  const current = row === undefined || row.rule === coSpendRule;
  return { current, done: row && current ? row.done : -1 };
}

export async function readClusterState(session: SqlSession): Promise<ClusterState> {
  const { rows } = await session.query<{ rule: number; done: number }>(
    'select rule, done from btc_cluster_state',
  );
  return stateOf(rows[0]);
}

/** Returns the state and locks it until the transaction ends, so that writers are serialized. */
export async function claimClusters(session: SqlSession): Promise<ClusterState> {
  const claim = 'select rule, done from btc_cluster_state for update';
  let { rows } = await session.query<{ rule: number; done: number }>(claim);
  if (!rows[0]) {
    await session.query('insert into btc_cluster_state (rule, done) values ($1, -1) on conflict do nothing', [
      coSpendRule,
    ]);
    ({ rows } = await session.query<{ rule: number; done: number }>(claim));
  }
  return stateOf(rows[0]);
}

/** Stores the height up to which clusters are complete by the current rule. */
export async function writeDone(session: SqlSession, done: number): Promise<void> {
  await session.query('update btc_cluster_state set rule = $1, done = $2', [coSpendRule, done]);
}

/** Marks stored clusters as invalid. */
export async function declareStale(session: SqlSession): Promise<void> {
  await session.query('update btc_cluster_state set rule = 0, done = -1');
}

interface Row {
  readonly node: ClusterNode;
  readonly parent: bigint;
}

function readRow(reader: RowReader): Row {
  const id = reader.int8();
  const key = reader.bytes().slice();
  const size = reader.int8Number();
  const parent = reader.int8();
  const place = reader.int8Number();
  const linked = reader.int8Number();
  return {
    parent,
    node: { id, key, stored: true, size, parent: undefined, place, linked, changed: false },
  };
}

async function readRows(
  session: SqlSession,
  column: 'id' | 'home',
  values: readonly bigint[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const part of inParts(values, partSize)) {
    const select = `select ${columns} from btc_cluster where ${column} = any($1)`;
    const reader = await readByNumbers(session, select, part);
    while (reader.next()) rows.push(readRow(reader));
  }
  return rows;
}

/**
 * Loads the nodes of these addresses (names to keys) and all ancestors into the forest, level by level. The forest gets them
 * all at once at the end, so that several can load at a time: it always contains the ancestors of its nodes.
 */
export async function loadWays(
  session: SqlSession,
  keys: ReadonlyMap<string, Uint8Array>,
  forest: ClusterForest,
): Promise<void> {
  const wanted = [...keys].filter(([name]) => !forest.byName.has(name));
  const found = await readRows(session, 'home', [...new Set(wanted.map(([, key]) => slotOfKey(key)))]);
  const loaded = new Map<bigint, Row>();
  for (
    let rows = found.filter(({ node }) => keys.has(byteKey(node.key)));
    rows.length > 0;
    rows = await readRows(session, 'id', missingParents(rows, loaded, forest))
  ) {
    for (const row of rows) loaded.set(row.node.id, row);
  }
  const added = [...loaded.values()].filter(({ node }) => !forest.byId.has(node.id));
  for (const { node } of added) {
    forest.byName.set(byteKey(node.key), node);
    forest.byId.set(node.id, node);
  }
  for (const { node, parent: id } of added) {
    if (id === BigInt(none)) continue;
    const parent = forest.byId.get(id);
    if (!parent) throw new RangeError(`Cluster node ${id} is missing`);
    node.parent = parent;
  }
}

/** Returns the parents of rows that are neither loaded nor in the forest. */
function missingParents(
  rows: readonly Row[],
  loaded: ReadonlyMap<bigint, Row>,
  forest: ClusterForest,
): bigint[] {
  const parents = new Set(rows.map(({ parent }) => parent));
  return [...parents].filter((id) => id !== BigInt(none) && !loaded.has(id) && !forest.byId.has(id));
}

/** Writes new and changed nodes. */
export async function writeNodes(session: SqlSession, nodes: Iterable<ClusterNode>): Promise<void> {
  const out = createCopyWriter();
  const changed: ClusterNode[] = [];
  const fresh: ClusterNode[] = [];
  for (const node of nodes) {
    if (!node.stored) fresh.push(node);
    else if (node.changed) changed.push(node);
  }
  fresh.sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const node of fresh) {
    out.row(7);
    out.int8(node.id);
    out.int8(slotOfKey(node.key));
    out.bytes(node.key);
    out.int8Number(node.size);
    if (node.parent) {
      out.int8(node.parent.id);
      out.int8Number(node.place);
      out.int8Number(node.linked);
    } else for (let i = 0; i < 3; i++) out.null();
  }
  if (out.rows > 0) {
    await session.copyIn(
      'btc_cluster',
      ['id', 'home', 'key', 'size', 'parent', 'place', 'linked'],
      out.finish(),
    );
  }
  for (const part of inParts(changed, 10_000)) {
    const list = (of: (node: ClusterNode) => bigint | number): string => int8Array(part.map(of));
    await session.query(
      `update btc_cluster c set size = d.size, parent = nullif(d.parent, ${none}),
         place = nullif(d.place, ${none}), linked = nullif(d.linked, ${none})
       from unnest(${list(({ id }) => id)}, ${list(({ size }) => size)}, ${list(({ parent }) => parent?.id ?? none)},
         ${list(({ parent, place }) => (parent ? place : none))}, ${list(({ parent, linked }) => (parent ? linked : none))})
         as d(id, size, parent, place, linked)
       where c.id = d.id`,
    );
  }
}

/** Deletes the nodes that were first co-spent by this input or later. */
export async function deleteNodesFrom(session: SqlSession, id: bigint): Promise<void> {
  await session.query('delete from btc_cluster_entity where id >= $1', [String(id)]);
  await session.query('delete from btc_cluster where id >= $1', [String(id)]);
}

/** Deletes up to `most` invalid rows; returns false once none are left. */
export async function wipeSome(session: SqlSession, most: number): Promise<boolean> {
  for (const table of ['btc_cluster_entity', 'btc_cluster']) {
    const { affected } = await session.query(
      `delete from ${table} where id in (select id from ${table} order by id limit ${most})`,
    );
    if (affected > 0) return true;
  }
  return false;
}
