import { type BitcoinNetwork, toDisplayHash } from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import { addressOf, violate } from './audit-violation.ts';
import { joiningsOf } from '../clusters/cluster-blocks.ts';
import {
  type ClusterForest,
  type ClusterNode,
  emptyForest,
  joinNodes,
  rootOf,
  sinceOf,
} from '../clusters/cluster-forest.ts';
import { sizesBefore } from '../clusters/cluster-past.ts';
import { loadWays, readClusterState } from '../clusters/cluster-store.ts';
import type { FoundTx } from '../lookups.ts';
import { heightOf, positionOf } from '../positions.ts';

/** Counts of the cluster audit. */
export interface ClusterSums {
  /** Height up to which clusters are complete; −1: none yet. */
  upTo: number;
  addresses: number;
  links: number;
}

/** Rebuilds the clusters while blocks are audited, batch by batch, and compares them. */
export interface ClusterAudit {
  /** Adds the transactions of the next blocks, in ascending order. Throws ViolationError at the first difference. */
  add(txs: readonly FoundTx[]): Promise<void>;
  finish(): Promise<ClusterSums>;
}

/** A stored link. */
interface StoredLink {
  readonly parent: bigint | undefined;
  readonly place: number;
  readonly linked: number;
}

/** Reverts the loaded forest to its state before a position; returns what is stored of each node. */
async function goBack(
  session: SqlSession,
  forest: ClusterForest,
  position: number,
): Promise<Map<bigint, StoredLink>> {
  const stored = new Map<bigint, StoredLink>();
  for (const [name, node] of forest.byName) {
    stored.set(node.id, { parent: node.parent?.id, place: node.place, linked: node.linked });
    if (sinceOf(node) >= position) {
      forest.byName.delete(name);
      forest.byId.delete(node.id);
    } else if (node.parent && node.linked >= position) node.parent = undefined;
  }
  const roots = new Set([...forest.byId.values()].map(rootOf));
  for (const [root, size] of await sizesBefore(session, roots, position)) root.size = size;
  return stored;
}

/** Creates an audit of the stored clusters, in the snapshot of the session. */
export async function createClusterAudit(
  session: SqlSession,
  network: BitcoinNetwork,
): Promise<ClusterAudit> {
  const { current, done } = await readClusterState(session);
  if (current) await checkForest(session, network);
  const sums: ClusterSums = { upTo: done, addresses: 0, links: 0 };

  function fail(node: ClusterNode, message: string, txs: readonly FoundTx[], position: number): never {
    const address = addressOf(node.key, network);
    const tx = txs.find((one) => one.position === position);
    return violate('cluster', `${message}: ${address}`, {
      address,
      height: heightOf(position),
      ...(tx ? { txid: toDisplayHash(tx.txid) } : {}),
    });
  }

  function compare(node: ClusterNode, stored: StoredLink | undefined, txs: readonly FoundTx[]): void {
    if (!stored)
      fail(node, 'An address that was spent together with others is not in a cluster', txs, sinceOf(node));
    const linked = node.parent ? node.linked : stored.linked;
    if (
      stored.parent !== node.parent?.id ||
      (node.parent && (stored.place !== node.place || stored.linked !== node.linked))
    )
      fail(node, 'The links of a cluster differ from its transactions, at', txs, linked);
  }

  return {
    async add(all) {
      const txs = all.filter(({ position }) => heightOf(position) <= done);
      const [first, last] = [txs[0], txs.at(-1)];
      if (!first || !last) return;
      const { joinings, keys } = joiningsOf(txs);
      const forest = emptyForest();
      await loadWays(session, keys, forest);
      const stored = await goBack(session, forest, first.position);
      for (const { position, spent } of joinings) sums.links += joinNodes(forest, spent, position).length;
      const end = positionOf(heightOf(last.position) + 1, 0);
      for (const node of forest.byId.values()) {
        if (!node.stored) sums.addresses++;
        const was = stored.get(node.id);
        // The effects of later transactions are compared with their own batch.
        const later = was && was.linked >= end && was.parent !== undefined;
        compare(node, later && !node.parent ? { parent: undefined, place: 0, linked: 0 } : was, txs);
      }
    },
    async finish() {
      if (!current) return sums;
      await checkCounts(session, sums);
      await checkEntities(session, network);
      return sums;
    },
  };
}

async function checkCounts(session: SqlSession, sums: ClusterSums): Promise<void> {
  const { rows } = await session.query<{ addresses: bigint; links: bigint }>(
    'select count(*) as addresses, count(parent) as links from btc_cluster',
  );
  const { addresses = 0n, links = 0n } = rows[0] ?? {};
  if (addresses !== BigInt(sums.addresses) || links !== BigInt(sums.links)) {
    violate(
      'cluster',
      `Clusters have ${addresses} addresses and ${links} links, but the transactions result in ${sums.addresses} and ${sums.links}`,
    );
  }
}

/**
 * Checks that parts follow each other in their parents without gaps, in the order in which they were joined; this rules out
 * cycles.
 */
async function checkForest(session: SqlSession, network: BitcoinNetwork): Promise<void> {
  const { rows } = await session.query<{ key: Uint8Array }>(
    `select c.key from (
       select id, key, parent, place, linked, size,
         1 + coalesce(sum(size) over (partition by parent order by place rows between unbounded preceding and 1 preceding), 0) as expected,
         lag(linked) over (partition by parent order by place) as before
       from btc_cluster where parent is not null
     ) c left join btc_cluster p on p.id = c.parent
     where p.id is null or p.size <= c.size or c.size < 1 or c.place is distinct from c.expected or c.linked is null
       or c.before > c.linked
     order by c.id limit 1`,
  );
  const [wrong] = rows;
  if (wrong) {
    const address = addressOf(wrong.key, network);
    violate('cluster', `A part of a cluster is in the wrong place: ${address}`, { address });
  }
  await checkSizes(session, network);
}

async function checkSizes(session: SqlSession, network: BitcoinNetwork): Promise<void> {
  const { rows } = await session.query<{ key: Uint8Array }>(
    `select c.key from btc_cluster c
     left join (select parent, sum(size) as below from btc_cluster where parent is not null group by parent) p on p.parent = c.id
     where c.size <> 1 + coalesce(p.below, 0) order by c.id limit 1`,
  );
  const [wrong] = rows;
  if (!wrong) return;
  const address = addressOf(wrong.key, network);
  violate('cluster', `The size of a cluster differs from the sum of its parts: ${address}`, { address });
}

/** Checks that a node counts its own attributions and those of its children. */
async function checkEntities(session: SqlSession, network: BitcoinNetwork): Promise<void> {
  const { rows } = await session.query<{ key: Uint8Array; entity: string }>(
    `with parts as (
       select c.id, l.entity, l.n::int8 as n from btc_label l join btc_cluster c on c.key = l.key
       union all
       select c.parent, e.entity, e.n from btc_cluster_entity e join btc_cluster c on c.id = e.id where c.parent is not null
     ), counted as (select id, entity, sum(n) as n from parts group by id, entity)
     select c.key, coalesce(k.entity, e.entity) as entity
     from counted k full join btc_cluster_entity e on e.id = k.id and e.entity = k.entity
     left join btc_cluster c on c.id = coalesce(k.id, e.id)
     where k.n is distinct from e.n order by coalesce(k.id, e.id) limit 1`,
  );
  const [wrong] = rows;
  if (!wrong) return;
  const address = addressOf(wrong.key, network);
  violate(
    'cluster',
    `A cluster has a wrong count of addresses attributed to ${wrong.entity}, at: ${address}`,
    {
      address,
    },
  );
}
