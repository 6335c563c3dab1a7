import { categories, type CategoryId, categoryIds } from '../categories/categories.ts';
import { type Terminal, type FrontierItem, pathOf } from './frontier.ts';
import { joined } from './divide.ts';
import type { ExposureAccumulator } from './accumulator.ts';
import { type RestReason, restReasons } from './types.ts';

/** Processes the paths of a walk according to a method. */
export interface TaintStrategy {
  /**
   * A part of `from` (undefined: a root) leads to an item. Returns true if the item is new and has to be expanded. `waiting`:
   * the item with the same key in the next round, which the part is added to.
   */
  expand(
    from: FrontierItem | undefined,
    to: FrontierItem,
    waiting: FrontierItem | undefined,
    step?: { transaction: string; amount: bigint },
  ): boolean;
  arrive(from: FrontierItem, terminal: Terminal, amount: bigint): void;
  leave(from: FrontierItem, reason: RestReason, amount: bigint): void;
  /** After the walk: all results have been passed to the accumulator. */
  end(): void;
}

/** Haircut, FIFO and LIFO: amounts add up where ways meet. */
export function amountStrategy(accumulator: ExposureAccumulator): TaintStrategy {
  return {
    expand(from, to, waiting, step) {
      if (!waiting) return true;
      waiting.slice = joined(waiting.slice, to.slice);
      const largest = waiting.from?.amount ?? 0n;
      if (from && step && step.amount > largest) waiting.from = { item: from, ...step };
      return false;
    },
    arrive(from, terminal, amount) {
      accumulator.arrive(terminal, amount, () => pathOf(from, terminal, amount));
    },
    leave(_from, reason, amount) {
      accumulator.leave(reason, amount);
    },
    end() {
      // Nothing left: results were passed on immediately.
    },
  };
}

type Outcome =
  | { readonly rank: number; readonly hops: number; readonly terminal: Terminal }
  | { readonly rank: number; readonly hops: number; readonly reason: RestReason };

interface Node {
  readonly item: FrontierItem;
  /** The nodes that lead here, each with the transaction of the step. */
  readonly parents: { readonly node: Node; readonly transaction: string }[];
  best: Outcome | undefined;
  /** The next node on the way to the best outcome; undefined: it is reached from here. */
  via: { readonly node: Node; readonly transaction: string } | undefined;
}

const harmless = categoryIds.length + restReasons.length;

function rankOfCategory(id: CategoryId): number {
  const place = categoryIds.indexOf(id);
  return categories[id].severity > 0 ? place : harmless + place;
}

function rankOfRest(reason: RestReason): number {
  return categoryIds.length + restReasons.indexOf(reason);
}

const inOrder = (a: Outcome, b: Outcome): number => a.rank - b.rank || a.hops - b.hops;

/**
 * Poison: a root belongs entirely to the most severe category reached on any path, in the order of categories; untraced or
 * unknown is more severe than harmless. Among equals, the one with the fewest hops, then the first.
 */
export function poisonStrategy(accumulator: ExposureAccumulator): TaintStrategy {
  const nodes = new Map<string, Node>();
  const roots: Node[] = [];

  const nodeOf = (item: FrontierItem): Node => {
    const known = nodes.get(item.key);
    if (known) return known;
    const node: Node = { item, parents: [], best: undefined, via: undefined };
    nodes.set(item.key, node);
    return node;
  };
  const offer = (item: FrontierItem, outcome: Outcome): void => {
    const node = nodeOf(item);
    if (!node.best || inOrder(outcome, node.best) < 0) node.best = outcome;
  };

  return {
    expand(from, to, _waiting, step) {
      const isNew = !nodes.has(to.key);
      const node = nodeOf(to);
      if (from && step) node.parents.push({ node: nodeOf(from), transaction: step.transaction });
      else roots.push(node);
      return isNew;
    },
    arrive(from, terminal) {
      offer(from, { rank: rankOfCategory(terminal.category), hops: terminal.hops, terminal });
    },
    leave(from, reason) {
      offer(from, { rank: rankOfRest(reason), hops: from.hops, reason });
    },
    end() {
      resolve([...nodes.values()]);
      for (const root of roots) report(accumulator, root);
    },
  };
}

/**
 * Gives each node the best outcome of all that it leads to: from the best outcome to the last, back to all that reach it and have
 * none so far. Lots lead through time in one direction, but conversions between pools may lead in circles.
 */
function resolve(nodes: readonly Node[]): void {
  const ends = nodes.flatMap((node) => (node.best ? [{ node, best: node.best }] : []));
  const done = new Set<Node>();
  for (const { node: end, best } of ends.toSorted((a, b) => inOrder(a.best, b.best))) {
    if (done.has(end)) continue;
    done.add(end);
    const queue = [end];
    for (const node of queue) {
      for (const { node: parent, transaction } of node.parents) {
        if (done.has(parent)) continue;
        done.add(parent);
        parent.best = best;
        parent.via = { node, transaction };
        queue.push(parent);
      }
    }
  }
}

function report(accumulator: ExposureAccumulator, root: Node): void {
  const { amount } = root.item.lot;
  // Without an outcome, it leads only in circles, which the other methods follow to the limit of rounds.
  const best: Outcome = root.best ?? { rank: rankOfRest('rounds'), hops: root.item.hops, reason: 'rounds' };
  if ('reason' in best) accumulator.leave(best.reason, amount);
  else {
    accumulator.arrive(best.terminal, amount, () => {
      let item: FrontierItem = { ...root.item, from: undefined };
      for (let at = root; at.via; at = at.via.node) {
        item = { ...at.via.node.item, from: { item, transaction: at.via.transaction, amount } };
      }
      return pathOf(item, best.terminal, amount);
    });
  }
}
