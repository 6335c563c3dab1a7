import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PathEdge, type PathGraph, shortestPath, widestPath } from './find-path.ts';

const graphOf = (edges: readonly PathEdge[]): PathGraph<PathEdge> => ({
  outOf: (address) => edges.filter(({ from }) => from === address),
  amounts: edges.map(({ amount }) => amount),
});

/** Every path of at most so many transfers, each later than the one before. */
function allPaths(edges: readonly PathEdge[], from: string, to: string, hops: number): PathEdge[][] {
  const found: PathEdge[][] = [];
  const go = (at: string, path: readonly PathEdge[]): void => {
    if (at === to && path.length > 0) found.push([...path]);
    if (path.length === hops) return;
    for (const edge of edges) {
      if (edge.from === at && edge.order > (path.at(-1)?.order ?? -1)) go(edge.to, [...path, edge]);
    }
  };
  go(from, []);
  return found;
}

const width = (path: readonly PathEdge[]): bigint =>
  path.reduce((least, { amount }) => (amount < least ? amount : least), path[0]?.amount ?? 0n);

const edge = fc.record({
  from: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  to: fc.constantFrom('b', 'c', 'd', 'e', 'z'),
  amount: fc.bigInt({ min: 1n, max: 20n }),
  order: fc.integer({ min: 0, max: 12 }),
});

test('the shortest and the widest path are those of all paths, in the order of time', () => {
  fc.assert(
    fc.property(fc.array(edge, { maxLength: 14 }), fc.integer({ min: 1, max: 5 }), (edges, hops) => {
      const question = { from: 'a', to: 'z', hops };
      const all = allPaths(edges, 'a', 'z', hops);
      const shortest = shortestPath(graphOf(edges), question);
      const widest = widestPath(graphOf(edges), question);
      expect(shortest?.length).toBe(
        all.length === 0 ? undefined : Math.min(...all.map(({ length }) => length)),
      );
      const widths = all.map(width).toSorted((a, b) => (a < b ? -1 : 1));
      expect(widest && width(widest)).toBe(widths.at(-1));
      for (const path of [shortest, widest]) {
        path?.forEach((step, i) => {
          expect(step.from).toBe(i === 0 ? 'a' : path[i - 1]?.to);
          expect(step.order).toBeGreaterThan(path[i - 1]?.order ?? -1);
        });
      }
    }),
  );
});
