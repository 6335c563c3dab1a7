/** A list as shown, or as the server has it now. */
interface RowList<Row> {
  readonly transactions: readonly Row[];
  readonly total: number;
}

/**
 * Returns what has changed in a list since it was shown. Shown rows stay in place and get new values (confirmations, scores,
 * statuses); `added` counts new rows above or below, which are shown on request. `gone`: a shown row is no longer among them.
 */
export function freshRows<Row extends { _id: string }>(
  shown: RowList<Row>,
  fresh: RowList<Row>,
): { rows: Row[]; added: number; gone: boolean } {
  const now = new Map(fresh.transactions.map((row) => [row._id, row]));
  const known = new Set(shown.transactions.map(({ _id }) => _id));
  const rows = shown.transactions.map((row) => now.get(row._id) ?? row);
  const firstKnown = fresh.transactions.findIndex(({ _id }) => known.has(_id));
  const above = firstKnown < 0 ? fresh.transactions.length : firstKnown;
  const gone = shown.transactions.some(({ _id }) => !now.has(_id));
  return { rows, added: Math.max(above, fresh.total - shown.total, 0), gone };
}
