import type { Direction, Lot, LotConversion, LotReader, Step } from './types.ts';

/** Conversions that a walk knows. */
export interface KnownConversions {
  /** By ID of the lot; undefined: none. */
  readonly conversions: Map<string, LotConversion | undefined>;
  /** IDs of lots whose conversions were found when they had been read, as on Bitcoin. */
  readonly late: Set<string>;
}

/** Creates functions that ask for the conversions of lots, and remember them. */
export function createFinder(
  { conversions, late }: KnownConversions,
  reader: LotReader,
  direction: Direction,
  signal: AbortSignal | undefined,
) {
  return {
    /** Asks for the conversions of lots, each once; `lots` isn't called where there are none. */
    async find(lots: () => readonly Lot[]): Promise<void> {
      if (!reader.conversions) return;
      const asked = new Map(lots().flatMap((lot) => (conversions.has(lot.id) ? [] : [[lot.id, lot]])));
      if (asked.size === 0) return;
      const found = await reader.conversions([...asked.values()], direction, signal);
      for (const id of asked.keys()) conversions.set(id, found.get(id));
    },

    /** Backward: asks once more for the conversions of lots without a known sender, whose transactions have now been read. */
    async findLate(answers: readonly { readonly lot: Lot; readonly step: Step }[]): Promise<void> {
      const unknown = answers.flatMap(({ lot, step: { is } }) =>
        direction === 'backward' && is === 'pool' && !lot.from && !conversions.get(lot.id) ? [lot] : [],
      );
      if (!reader.conversions || unknown.length === 0) return;
      for (const [id, found] of await reader.conversions(unknown, direction, signal)) {
        conversions.set(id, found);
        late.add(id);
      }
    },
  };
}
