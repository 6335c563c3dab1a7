import type { HeightRange } from '../../../ledger/shared/ranges.ts';
import type { Anchor } from './history.ts';

type HashOf = (height: number) => Promise<string | undefined>;

/** Returns a function that reads each height once, for use within one snapshot. */
export function askingOnce(hashOf: HashOf): HashOf {
  const known = new Map<number, string | undefined>();
  return async (height) => {
    const hash = known.get(height) ?? (await hashOf(height));
    known.set(height, hash);
    return hash;
  };
}

function basisOf(ranges: readonly HeightRange[], height: number): string {
  return ranges
    .filter(({ from }) => from <= height)
    .map(({ from, to }) => `${from}-${Math.min(to, height)}`)
    .join(' ');
}

/** Returns the basis of rows of a ledger: its newest block and the ranges of its blocks. */
export async function ledgerAnchor(ranges: readonly HeightRange[], hashOf: HashOf): Promise<Anchor> {
  const height = ranges.at(-1)?.to;
  if (height === undefined) return { height: null, hash: null, basis: '' };
  return { height, hash: (await hashOf(height)) ?? null, basis: basisOf(ranges, height) };
}

/** Tests whether the ledger still contains the blocks that rows were read from, with none added between or below. */
export async function isSameChain(
  anchor: Anchor,
  ranges: readonly HeightRange[],
  hashOf: HashOf,
): Promise<boolean> {
  if (anchor.height === null) return true;
  if (basisOf(ranges, anchor.height) !== anchor.basis) return false;
  return (await hashOf(anchor.height)) === anchor.hash;
}
