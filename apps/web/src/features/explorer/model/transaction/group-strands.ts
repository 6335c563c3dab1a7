/** Inputs or outputs of one owner, drawn as one ribbon. */
export interface StrandGroup<End> {
  readonly ends: readonly End[];
  /** Satoshis; null if one of them is unknown. */
  readonly amount: number | null;
}

/**
 * Joins inputs or outputs of the same owner, in the order of the first of each. Those without a key stay separate.
 */
export function groupStrands<End extends { readonly amount: number | null }>(
  ends: readonly End[],
  keyOf: (end: End) => string | null,
): StrandGroup<End>[] {
  const groups = new Map<string, End[]>();
  const all: End[][] = [];
  for (const end of ends) {
    const key = keyOf(end);
    const own = key === null ? undefined : groups.get(key);
    if (own) {
      own.push(end);
      continue;
    }
    const fresh = [end];
    if (key !== null) groups.set(key, fresh);
    all.push(fresh);
  }
  return all.map((own) => ({
    ends: own,
    amount: own.reduce<number | null>(
      (sum, { amount }) => (sum === null || amount === null ? null : sum + amount),
      0,
    ),
  }));
}
