import type { SqlSession } from '../../../db/session.ts';
import { type ClusterLink, type ClusterNode, emptyForest, joinNodes } from './cluster-forest.ts';
import { countLinks, uncountLinks } from './cluster-labels.ts';
import { type CoSpent, coSpentOf } from './cluster-rule.ts';
import {
  claimClusters,
  declareStale,
  deleteNodesFrom,
  loadWays,
  writeDone,
  writeNodes,
} from './cluster-store.ts';
import { pointOf, positionOf } from '../positions.ts';
import type { StoredTx } from '../blocks/tx-record.ts';

/** A stored transaction with its position in the chain. */
export interface PositionedTx {
  readonly position: number;
  readonly record: StoredTx;
}

interface Joining {
  readonly position: number;
  readonly spent: readonly CoSpent[];
}

/** Returns what transactions join, in order, and the keys of all affected addresses by name. */
export function joiningsOf(txs: readonly PositionedTx[]): {
  joinings: Joining[];
  keys: Map<string, Uint8Array>;
} {
  const keys = new Map<string, Uint8Array>();
  const joinings: Joining[] = [];
  for (const { position, record } of txs) {
    const spent = coSpentOf(record);
    if (spent.length === 0) continue;
    joinings.push({ position, spent });
    for (const { name, key } of spent) keys.set(name, key);
  }
  return { joinings, keys };
}

/** Adds transactions, in ascending order of position and after all that clusters contain, to the forest. */
export async function clusterTransactions(
  session: SqlSession,
  txs: readonly PositionedTx[],
  options: { empty: boolean },
): Promise<void> {
  const { joinings, keys } = joiningsOf(txs);
  if (joinings.length === 0) return;
  const forest = emptyForest();
  if (!options.empty) await loadWays(session, keys, forest);
  const links: ClusterLink[] = [];
  for (const { position, spent } of joinings) links.push(...joinNodes(forest, spent, position));
  const nodes = [...forest.byId.values()];
  await writeNodes(session, nodes);
  await countLinks(
    session,
    nodes.filter(({ stored }) => !stored),
    links,
  );
}

/**
 * Updates clusters after blocks were added to the ledger, whose highest block was `top` (−1: it was empty). If clusters are
 * complete and the blocks continue above, clusters are extended; blocks below their height invalidate all clusters, which
 * are then rebuilt later.
 */
export async function clusterAppended(
  session: SqlSession,
  appended: {
    top: number;
    lowest: number;
    highest: number;
    txs: readonly PositionedTx[];
    when: 'now' | 'later';
  },
): Promise<void> {
  const { top, lowest, highest, txs, when } = appended;
  const { current, done } = await claimClusters(session);
  if (!current) return;
  if (lowest <= done) {
    await declareStale(session);
  } else if (done === top && when === 'now') {
    await clusterTransactions(session, txs, { empty: done < 0 });
    await writeDone(session, highest);
  }
}

/**
 * Removes the effects of a block from the forest, given its stored transactions. `below`: the highest block afterwards, −1:
 * none.
 */
export async function clusterDisconnected(
  session: SqlSession,
  block: { height: number; below: number; txs: readonly PositionedTx[] },
): Promise<void> {
  const { height, below, txs } = block;
  const { current, done } = await claimClusters(session);
  if (!current || done < height) return;
  const from = positionOf(height, 0);
  const { keys } = joiningsOf(txs);
  const forest = emptyForest();
  await loadWays(session, keys, forest);
  const cut = [...forest.byId.values()].filter(({ parent, linked }) => parent && linked >= from);
  cut.sort((a, b) => b.linked - a.linked || b.place - a.place);
  const links = cut.flatMap((child): ClusterLink[] =>
    child.parent ? [{ child, parent: child.parent }] : [],
  );
  for (const { child, parent } of links) cutLink(child, parent);
  await uncountLinks(session, links);
  const oldest = pointOf(from, 0);
  await writeNodes(
    session,
    [...forest.byId.values()].filter(({ id }) => id < oldest),
  );
  await deleteNodesFrom(session, oldest);
  await writeDone(session, below);
}

function cutLink(child: ClusterNode, parent: ClusterNode): void {
  parent.size = child.place;
  parent.changed = true;
  child.parent = undefined;
  child.changed = true;
}
