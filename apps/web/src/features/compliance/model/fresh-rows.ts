/** A list as it is shown, or as the server has it now. */
interface Listed<Row> {
  readonly transactions: readonly Row[];
  readonly total: number;
}

/**
 * What changed in a list since it was shown. Rows that are shown stay where they are and take on what is new of them
 * (confirmations, scores, statuses); `added` counts those that came in above them or beyond, which are shown when they are asked
 * for.
 */
export function freshRows<Row extends { _id: string }>(
  shown: Listed<Row>,
  fresh: Listed<Row>,
): { rows: Row[]; added: number } {
  const now = new Map(fresh.transactions.map((row) => [row._id, row]));
  const known = new Set(shown.transactions.map(({ _id }) => _id));
  const rows = shown.transactions.map((row) => now.get(row._id) ?? row);
  const firstKnown = fresh.transactions.findIndex(({ _id }) => known.has(_id));
  const above = firstKnown < 0 ? fresh.transactions.length : firstKnown;
  return { rows, added: Math.max(above, fresh.total - shown.total, 0) };
}
