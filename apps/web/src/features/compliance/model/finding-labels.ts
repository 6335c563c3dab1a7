import type { ComplianceFinding } from '@hopscope/contract';

type Party = ComplianceFinding['counterparties'][number];

/** Returns the label of an owner. */
export const ownerWord = (owner: Party['after']): string => owner?.name ?? 'unknown';

/** Describes the change of the risk threshold; undefined if it hasn't changed. */
export function thresholdWord({
  before,
  after,
}: Pick<ComplianceFinding, 'before' | 'after'>): string | undefined {
  if (before.overThreshold === after.overThreshold) return undefined;
  return after.overThreshold ? 'Now over the risk threshold' : 'No longer over the risk threshold';
}

/** Describes a block; an unknown one is named. */
function restsOn(
  { height, directoryVersion }: ComplianceFinding['after'],
  count: (value: number) => string,
): string {
  const block = height === null ? 'no block' : `block ${count(height)}`;
  const labels = directoryVersion === null ? 'no labels' : `labels of release ${count(directoryVersion)}`;
  return `${block}, ${labels}`;
}

/** Describes the blocks behind both states; if they differ, later payments may explain part of the difference. */
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
