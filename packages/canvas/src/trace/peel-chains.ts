import type { CanvasNode, Change, Connection, Group } from '@hopscope/contract/flow-document';
import { chains, secondsOfDay } from '@hopscope/domain';
import { setFields } from '../document/changes.ts';
import { allOf, type CanvasDocument, dependentsOf, getOf, graphOf } from '../document/document.ts';

/** A chain among drawn nodes. */
export interface PeelChain {
  /** Node ids from the first that peels to the one with the rest. */
  readonly nodes: readonly string[];
  /** Transfers that carry the rest on, and those that were peeled off. */
  readonly remainder: readonly string[];
  readonly peeled: readonly string[];
}

/** Thresholds of a chain: remainder in parts per million, seconds between steps, and minimum number of steps. */
export interface PeelRule {
  readonly keep: number;
  readonly within: number;
  readonly least: number;
}

/** As the behavior rule of the default risk profile, but that three steps are enough: folding hides nothing and can be undone. */
export const peelRule: PeelRule = { keep: 850_000, within: 2 * secondsOfDay, least: 3 };

interface PeelStep {
  readonly remainder: Connection;
  readonly peeled: Connection;
}

/**
 * Returns the only payment of a node if it is a peel step: one transaction with two outputs, of which the larger one
 * continues.
 */
function stepOf(id: string, paid: readonly Connection[], { keep }: PeelRule): PeelStep | null {
  const [first, second] = paid;
  if (paid.length !== 2 || !first || !second || first.transaction !== second.transaction) return null;
  if (
    first.utxoKey === second.utxoKey ||
    first.to === second.to ||
    chains[first.asset.chain].model !== 'utxo'
  )
    return null;
  if (paid.some(({ to, amount, whole }) => to === id || amount !== whole)) return null;
  const [remainder, peeled] =
    BigInt(first.amount) >= BigInt(second.amount) ? [first, second] : [second, first];
  const all = BigInt(remainder.amount) + BigInt(peeled.amount);
  return BigInt(remainder.amount) * 1_000_000n >= all * BigInt(keep) ? { remainder, peeled } : null;
}

function soonAfter(before: Connection, after: Connection, within: number): boolean {
  if (before.time === null || after.time === null) return true;
  return after.time >= before.time && after.time - before.time <= within;
}

/**
 * Finds peel chains among the drawn nodes: step by step, one coin is spent into a small payment and a large remainder, which
 * moves on soon from an address that received nothing else (Meiklejohn et al. 2013, section 5). A node is in at most one
 * chain; ascending by first node.
 */
export function findPeelChains(document: CanvasDocument, rule: PeelRule = peelRule): PeelChain[] {
  const { nodes: all, connections, numberOf, from, to, at } = graphOf(document);
  const paidBy = (node: number): Connection[] =>
    Array.from(at(node)).flatMap((transfer) =>
      from[transfer] === node ? (connections[transfer] ?? []) : [],
    );
  const steps = new Map<string, PeelStep>();
  for (const [i, { id, chain, group }] of all.entries()) {
    if (chain === null || chains[chain].model !== 'utxo' || group !== null || at(i).length < 2) continue;
    const step = stepOf(id, paidBy(i), rule);
    if (step) steps.set(id, step);
  }
  const goesOn = (step: PeelStep): PeelStep | undefined => {
    const next = steps.get(step.remainder.to);
    if (!next) return undefined;
    const node = numberOf.get(step.remainder.to) ?? -1;
    const received = at(node).reduce((sum, transfer) => sum + (to[transfer] === node ? 1 : 0), 0);
    return received === 1 && soonAfter(step.remainder, next.remainder, rule.within) ? next : undefined;
  };
  const continued = new Set([...steps.values()].flatMap((step) => (goesOn(step) ? step.remainder.to : [])));
  const found: PeelChain[] = [];
  for (const [start, first] of steps) {
    if (continued.has(start)) continue;
    const nodes = [start, first.remainder.to];
    const list = [first];
    for (let next = goesOn(first); next; next = goesOn(next)) {
      list.push(next);
      nodes.push(next.remainder.to);
    }
    if (list.length >= rule.least)
      found.push({
        nodes,
        remainder: list.map(({ remainder }) => remainder.id),
        peeled: list.map(({ peeled }) => peeled.id),
      });
  }
  return found;
}

/** Folds a chain into one symbol: the nodes between its first and last become a folded group of that id. */
export function foldChain(document: CanvasDocument, chain: PeelChain, groupId: string): Change[] {
  const inner = chain.nodes.slice(1, -1);
  const group: Group = {
    kind: 'group',
    id: groupId,
    purpose: 'peel_chain',
    label: `Peel chain of ${chain.remainder.length} steps`,
    folded: true,
    color: null,
  };
  const members = inner.flatMap((id) => {
    const node = getOf(document, 'node', id);
    return (node && setFields(node, { group: groupId })) ?? [];
  });
  return [{ change: 'create', record: group }, ...members];
}

/** Folds or unfolds a group; no changes if it already is. */
export function setFolded(document: CanvasDocument, groupId: string, folded: boolean): Change[] {
  const group = getOf(document, 'group', groupId);
  const change = group && setFields(group, { folded });
  return change ? [change] : [];
}

export function membersOf(document: CanvasDocument, groupId: string): CanvasNode[] {
  return dependentsOf(document, groupId).flatMap((id) => getOf(document, 'node', id) ?? []);
}

/** A folded group as displayed: one symbol in the center of its members. */
export interface FoldedGroup {
  readonly group: Group;
  readonly members: readonly CanvasNode[];
  readonly x: number;
  readonly y: number;
}

export interface FoldedView {
  /** Nodes that are shown themselves, ascending by id. */
  readonly nodes: readonly CanvasNode[];
  readonly folded: readonly FoldedGroup[];
  /** Returns the ID of the node, or of its folded group. */
  readonly shownAs: (nodeId: string) => string;
}

/**
 * Returns what is shown of nodes while groups are folded. `entityOf` names the entity into whose symbol a node folds, with its
 * ID and name; null: none. An entity with one such node is not folded.
 */
export function foldedView(
  document: CanvasDocument,
  entityOf: (node: CanvasNode) => { readonly id: string; readonly name: string } | null = () => null,
): FoldedView {
  const middle = (members: readonly CanvasNode[], of: (node: CanvasNode) => number): number =>
    Math.round(members.reduce((sum, node) => sum + of(node), 0) / members.length);
  const symbol = (group: Group, members: readonly CanvasNode[]): FoldedGroup[] =>
    members.length === 0
      ? []
      : [{ group, members, x: middle(members, ({ x }) => x), y: middle(members, ({ y }) => y) }];
  const groups = allOf(document, 'group').flatMap((group) =>
    symbol(group, group.folded ? membersOf(document, group.id) : []),
  );
  const inGroups = new Set(groups.flatMap(({ members }) => members.map(({ id }) => id)));
  const entities = new Map<string, { name: string; members: CanvasNode[] }>();
  for (const node of allOf(document, 'node')) {
    const entity = inGroups.has(node.id) ? null : entityOf(node);
    if (!entity) continue;
    const known = entities.get(entity.id);
    if (known) known.members.push(node);
    else entities.set(entity.id, { name: entity.name, members: [node] });
  }
  const folded = [
    ...groups,
    ...[...entities].flatMap(([id, { name, members }]) =>
      members.length < 2
        ? []
        : symbol(
            { kind: 'group', id: `entity:${id}`, purpose: 'cluster', label: name, folded: true, color: null },
            members,
          ),
    ),
  ];
  const standsFor = new Map(folded.flatMap(({ group, members }) => members.map(({ id }) => [id, group.id])));
  return {
    nodes: allOf(document, 'node').filter(({ id }) => !standsFor.has(id)),
    folded,
    shownAs: (id) => standsFor.get(id) ?? id,
  };
}
