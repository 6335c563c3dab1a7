import type { Coverage } from '@hopscope/contract';

/** Returns up to `count` heights in the ledger, highest first, across gaps. */
export function latestHeights(coverage: Coverage, count: number): number[] {
  const heights: number[] = [];
  for (const { from, to } of coverage.ranges.toReversed()) {
    for (let height = to; height >= from && heights.length < count; height -= 1) heights.push(height);
  }
  return heights;
}
