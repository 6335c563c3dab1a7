import type { AttributionRow } from './attributions.store.ts';

/** The valid attribution of an address, and the others. */
export interface Choice {
  readonly best: AttributionRow;
  /** Rows that name another entity; the most trusted one of each. */
  readonly others: readonly AttributionRow[];
}

function compare(a: AttributionRow, b: AttributionRow): number {
  return (
    Number(b.kind === 'direct') - Number(a.kind === 'direct') ||
    a.rank - b.rank ||
    b.confidence - a.confidence ||
    b.retrievedAt.getTime() - a.retrievedAt.getTime() ||
    (a.sourceId < b.sourceId ? -1 : a.sourceId > b.sourceId ? 1 : Number(BigInt(a.id) - BigInt(b.id)))
  );
}

/**
 * Returns the valid row of an address: direct ones first, then by trust in the source, confidence, and time, newest first.
 * Ignores what an editor denies, and entities that are not, or no longer, in the directory.
 */
export function choose(
  rows: readonly AttributionRow[],
  entities: { has(entityId: string): boolean },
): Choice | undefined {
  const denied = new Set(rows.filter(({ kind }) => kind === 'denied').map(({ entityId }) => entityId));
  const counting = rows
    .filter(({ kind, entityId }) => kind !== 'denied' && !denied.has(entityId) && entities.has(entityId))
    .toSorted(compare);
  const [best] = counting;
  if (!best) return undefined;
  const others = counting.filter(({ entityId }) => entityId !== best.entityId);
  return {
    best,
    others: [...new Map(others.toReversed().map((row) => [row.entityId, row])).values()].toReversed(),
  };
}
