import { positionOfPoint, pointOf } from '../positions.ts';
import type { CoSpent } from './cluster-rule.ts';

/** An address that was spent together with others, while a transaction works on it. */
export interface ClusterNode {
  /** The input by which it was first spent together with another. */
  readonly id: bigint;
  readonly key: Uint8Array;
  /** Its row exists. */
  readonly stored: boolean;
  /** Addresses of the part below it, itself included. Final once it has a parent: only nodes without one get children. */
  size: number;
  parent: ClusterNode | undefined;
  /** With a parent: the parent's size before, and the position of the transaction that joined them. */
  place: number;
  linked: number;
  /** Differs from its row. */
  changed: boolean;
}

/** Two parts became one. */
export interface ClusterLink {
  readonly child: ClusterNode;
  readonly parent: ClusterNode;
}

/** Nodes on the ways from some addresses to the roots, by address and by id. */
export interface ClusterForest {
  readonly byName: Map<string, ClusterNode>;
  readonly byId: Map<bigint, ClusterNode>;
}

export function emptyForest(): ClusterForest {
  return { byName: new Map(), byId: new Map() };
}

/** The node that stands for the whole part. At most log2 of its size steps away: the larger part always gets the smaller. */
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
 * Joins the parts of addresses that were spent together: the largest (of equals the oldest) stays root, the others become
 * its children in the order of the inputs. `forest` has the nodes of these addresses and all above them. Returns the links.
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

/** Position of the transaction in which the address was first spent together with another. */
export function sinceOf(node: Pick<ClusterNode, 'id'>): number {
  return positionOfPoint(node.id);
}
