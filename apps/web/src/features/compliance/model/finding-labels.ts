import type { ComplianceFinding } from '@hopscope/contract';

type Party = ComplianceFinding['counterparties'][number];

/** Whose an address is said to be. */
export const ownerWord = (owner: Party['after']): string => owner?.name ?? 'unknown';

/** What became of the risk threshold; undefined where nothing did. */
export function thresholdWord({
  before,
  after,
}: Pick<ComplianceFinding, 'before' | 'after'>): string | undefined {
  if (before.overThreshold === after.overThreshold) return undefined;
  return after.overThreshold ? 'Now over the risk threshold' : 'No longer over the risk threshold';
}

/** A block as people read it; unknown is said. */
function restsOn(
  { height, directoryVersion }: ComplianceFinding['after'],
  count: (value: number) => string,
): string {
  const block = height === null ? 'no block' : `block ${count(height)}`;
  const labels = directoryVersion === null ? 'no labels' : `labels of release ${count(directoryVersion)}`;
  return `${block}, ${labels}`;
}

/** What both states rest on; where the blocks differ, payments that came later may have a part in the difference. */
export function basisWords(
  { before, after }: Pick<ComplianceFinding, 'before' | 'after'>,
  count: (value: number) => string,
): { before: string; after: string; laterBlocks: boolean } {
  return {
    before: restsOn(before, count),
    after: restsOn(after, count),
    laterBlocks: before.height !== after.height,
  };
}
