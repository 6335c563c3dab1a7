import fc from 'fast-check';
import { expect, test } from 'vitest';
import { largestPath, type PathEdge, type PathGraph, shortestPath, widthOf } from './find-path.ts';

const graphOf = (edges: readonly PathEdge[]): PathGraph<PathEdge> => ({
  outOf: (place) => edges.filter(({ from }) => from === place),
});

/** Every path of at most so many steps, each later than the one before, without passing a place twice. */
function allPaths(
  edges: readonly PathEdge[],
  from: string,
  to: ReadonlySet<string>,
  hops: number,
): PathEdge[][] {
  const found: PathEdge[][] = [];
  const go = (at: string, path: readonly PathEdge[]): void => {
    if (to.has(at) && path.length > 0) found.push([...path]);
    if (path.length === hops) return;
    for (const edge of edges) {
      const again = edge.to === from || path.some((step) => step.from === edge.to || step.to === edge.to);
      if (edge.from === at && !again && edge.order > (path.at(-1)?.arrives ?? -1)) {
        go(edge.to, [...path, edge]);
      }
    }
  };
  go(from, []);
  return found;
}

const step = fc
  .record({
    from: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    to: fc.constantFrom('b', 'c', 'd', 'e', 'y', 'z'),
    amount: fc.bigInt({ min: 1n, max: 20n }),
    order: fc.integer({ min: 0, max: 12 }),
    later: fc.integer({ min: 0, max: 2 }),
  })
  .map(({ later, ...rest }): PathEdge => ({ ...rest, got: rest.amount, arrives: rest.order + later }));

const ends = new Set(['y', 'z']);

function checkSteps(path: readonly PathEdge[] | undefined): void {
  path?.forEach((each, i) => {
    expect(each.from).toBe(i === 0 ? 'a' : path[i - 1]?.to);
    expect(each.order).toBeGreaterThan(path[i - 1]?.arrives ?? -1);
  });
}

test('the shortest and the largest path are those of all paths, in the order of time', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 14 }), fc.integer({ min: 1, max: 5 }), (edges, hops) => {
      const question = { from: 'a', to: ends, hops };
      const all = allPaths(edges, 'a', ends, hops);
      const shortest = shortestPath(graphOf(edges), question);
      const largest = largestPath(graphOf(edges), question);
      expect(shortest?.length).toBe(
        all.length === 0 ? undefined : Math.min(...all.map(({ length }) => length)),
      );
      const widths = all.map((path) => widthOf(path).arrived).toSorted((a, b) => (a < b ? -1 : 1));
      expect(largest && widthOf(largest).arrived).toBe(widths.at(-1));
      for (const path of [shortest, largest]) checkSteps(path);
    }),
  );
});

test('a path through other assets carries what each conversion makes of the amount before it', () => {
  const edge = (from: string, to: string, more: Partial<PathEdge>): PathEdge => {
    const { amount = 1n, order = 0 } = more;
    return { from, to, amount, got: amount, order, arrives: order, ...more };
  };
  // 10 coins become 2,000 tokens, of which 600 go on; the direct transfer of 2 coins carries less.
  const edges = [
    edge('a coin', 'a token', { amount: 10n, got: 2000n, order: 1, arrives: 2 }),
    edge('a token', 'z token', { amount: 600n, order: 3 }),
    edge('a coin', 'z coin', { amount: 2n, order: 1 }),
  ];
  const to = new Set(['z token', 'z coin']);
  const question = { from: 'a coin', to, hops: 3 };
  const largest = largestPath(graphOf(edges), question) ?? [];
  expect(largest.map((each) => each.to)).toEqual(['a token', 'z token']);
  expect(widthOf(largest)).toEqual({ left: 3n, arrived: 600n });
  expect(shortestPath(graphOf(edges), question)?.map((each) => each.to)).toEqual(['z coin']);
  // Equal ones: the shorter.
  const more = edges.map((each) => (each.to === 'z coin' ? { ...each, amount: 3n, got: 3n } : each));
  expect(largestPath(graphOf(more), question)?.map((each) => each.to)).toEqual(['z coin']);
  // What leaves before it arrived is no path.
  const early = edges.map((each) => (each.to === 'z token' ? { ...each, order: 2 } : each));
  expect(largestPath(graphOf(early), { ...question, to: new Set(['z token']) })).toBeUndefined();
});

test('what conversions leave of a small amount is rounded up, so that no path is missed', () => {
  const edge = (from: string, to: string, amount: bigint, got: bigint, order: number): PathEdge => ({
    from,
    to,
    amount,
    got,
    order,
    arrives: order,
  });
  const edges = [edge('a', 'b', 1n, 1n, 1), edge('b', 'z', 1000n, 3n, 2)];
  const path = largestPath(graphOf(edges), { from: 'a', to: ends, hops: 2 }) ?? [];
  expect(widthOf(path)).toEqual({ left: 1n, arrived: 1n });
});

test('a path carries no more than any of its steps with conversions, and each is later than the one before', () => {
  const converting = fc
    .record({ edge: step, got: fc.bigInt({ min: 1n, max: 1000n }) })
    .map(({ edge, got }): PathEdge => ({ ...edge, got }));
  fc.assert(
    fc.property(fc.array(converting, { maxLength: 14 }), fc.integer({ min: 1, max: 5 }), (edges, hops) => {
      const path = largestPath(graphOf(edges), { from: 'a', to: ends, hops });
      const all = allPaths(edges, 'a', ends, hops);
      expect(path === undefined).toBe(all.length === 0);
      checkSteps(path);
      if (!path) return;
      const { left, arrived } = widthOf(path);
      expect(left <= (path[0]?.amount ?? 0n)).toBe(true);
      expect(arrived > 0n && arrived <= (path.at(-1)?.got ?? 0n)).toBe(true);
    }),
  );
});
