import { positionOfPoint, pointOf } from '../positions.ts';
import type { CoSpent } from './cluster-rule.ts';

/** A co-spent address while a transaction changes it. */
export interface ClusterNode {
  /** The first input by which it was co-spent. */
  readonly id: bigint;
  readonly key: Uint8Array;
  /** Whether its row exists. */
  readonly stored: boolean;
  /** Number of addresses in its subtree, including itself. Final once it has a parent: only roots get children. */
  size: number;
  parent: ClusterNode | undefined;
  /** If it has a parent: the parent's earlier size, and the position of the transaction that joined them. */
  place: number;
  linked: number;
  /** Whether it differs from its row. */
  changed: boolean;
}

/** A join of two trees. */
export interface ClusterLink {
  readonly child: ClusterNode;
  readonly parent: ClusterNode;
}

/** Nodes on the paths from some addresses to their roots, by address and by ID. */
export interface ClusterForest {
  readonly byName: Map<string, ClusterNode>;
  readonly byId: Map<bigint, ClusterNode>;
}

export function emptyForest(): ClusterForest {
  return { byName: new Map(), byId: new Map() };
}

/** Returns the root of the tree. At most log2 of its size steps away: the larger tree always gets the smaller. */
export function rootOf(node: ClusterNode): ClusterNode {
  let at = node;
  while (at.parent) at = at.parent;
  return at;
}

function addNode(forest: ClusterForest, { key, name, vin }: CoSpent, position: number): ClusterNode {
  const id = pointOf(position, vin);
  const node: ClusterNode = {
    id,
    key,
    stored: false,
    size: 1,
    parent: undefined,
    place: 0,
    linked: 0,
    changed: false,
  };
  forest.byName.set(name, node);
  forest.byId.set(id, node);
  return node;
}

/**
 * Joins the trees of addresses that were spent together: the largest (of equals, the oldest) remains root, the others become
 * its children in the order of the inputs. `forest` contains the nodes of these addresses and all ancestors. Returns the
 * links.
 */
export function joinNodes(forest: ClusterForest, spent: readonly CoSpent[], position: number): ClusterLink[] {
  const roots = new Set(
    spent.map((one) => rootOf(forest.byName.get(one.name) ?? addNode(forest, one, position))),
  );
  if (roots.size < 2) return [];
  let winner: ClusterNode | undefined;
  for (const root of roots) {
    if (!winner || root.size > winner.size || (root.size === winner.size && root.id < winner.id))
      winner = root;
  }
  const links: ClusterLink[] = [];
  for (const root of roots) {
    if (!winner || root === winner) continue;
    root.parent = winner;
    root.place = winner.size;
    root.linked = position;
    root.changed = true;
    winner.size += root.size;
    winner.changed = true;
    links.push({ child: root, parent: winner });
  }
  return links;
}

/** Returns the position of the transaction in which the address was first co-spent. */
export function sinceOf(node: Pick<ClusterNode, 'id'>): number {
  return positionOfPoint(node.id);
}
