/** Positions of an account's history, ascending, in numbered parts of which few are loaded. */
export interface PartedHistory {
  readonly firstPart: number;
  readonly lastPart: number;
  /** Returns the positions of a part that was loaded with the account's row; undefined if it must be loaded. */
  atHand(part: number): readonly number[] | undefined;
}

interface Search<History> {
  readonly history: History;
  low: number;
  high: number;
  probe: number;
}

/**
 * Returns the newest position from `from` to `to` (inclusive) of each history that has one. Searches all histories together,
 * with one `load` per step; near the chain tip, one step is sufficient for almost all of them.
 */
export async function newestBetween<History extends PartedHistory>(
  histories: readonly History[],
  { from, to }: { from: number; to: number },
  load: (wanted: readonly { history: History; part: number }[]) => Promise<readonly (readonly number[])[]>,
): Promise<Map<History, number>> {
  const found = new Map<History, number>();
  let open: Search<History>[] = histories
    .filter(({ firstPart, lastPart }) => firstPart <= lastPart)
    .map((history) => ({
      history,
      low: history.firstPart,
      high: history.lastPart,
      probe: history.lastPart,
    }));
  while (open.length > 0) {
    const parts = await partsOf(open, load);
    open = open.filter((search, i) => {
      const positions = parts[i] ?? [];
      const newest = positions.findLast((position) => position <= to);
      if (newest === undefined) search.high = search.probe - 1;
      else if (search.probe === search.high || (positions.at(-1) ?? 0) > to) {
        if (newest >= from) found.set(search.history, newest);
        return false;
      } else search.low = search.probe;
      search.probe = Math.ceil((search.low + search.high) / 2);
      return search.low <= search.high;
    });
  }
  return found;
}

async function partsOf<History extends PartedHistory>(
  searches: readonly Search<History>[],
  load: (wanted: readonly { history: History; part: number }[]) => Promise<readonly (readonly number[])[]>,
): Promise<(readonly number[])[]> {
  const parts = searches.map(({ history, probe }) => history.atHand(probe));
  const missing = searches.filter((_, i) => parts[i] === undefined);
  const loaded =
    missing.length === 0 ? [] : await load(missing.map(({ history, probe }) => ({ history, part: probe })));
  let next = 0;
  return parts.map((part) => part ?? loaded[next++] ?? []);
}
