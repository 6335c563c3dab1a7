/** The fee rate of a transaction, in hundredths of a unit, and its size. */
export interface PaidRate {
  readonly rate: number;
  readonly size: number;
}

/** Fee rates of the transactions of a block, ascending, without the coinbase. */
export interface BlockRates {
  readonly paid: readonly PaidRate[];
  /** Transactions with an unknown fee. */
  readonly unknown: number;
}

export interface RateBand {
  readonly from: number;
  /** Undefined: no upper limit. */
  readonly to: number | undefined;
  readonly count: number;
  readonly size: number;
}

/** Sorts rates in ascending order. */
export function ratesOf(paid: readonly PaidRate[], unknown: number): BlockRates {
  return { paid: paid.toSorted((a, b) => a.rate - b.rate), unknown };
}

/** Returns the lowest, median (lower of the middle two), and highest rate; undefined if none is known. */
export function spreadOf({
  paid,
}: BlockRates): { lowest: number; median: number; highest: number } | undefined {
  const [first, last] = [paid[0], paid.at(-1)];
  const middle = paid[Math.floor((paid.length - 1) / 2)];
  return first && last && middle && { lowest: first.rate, median: middle.rate, highest: last.rate };
}

/**
 * Returns how many other transactions pay less than `rate`, and how many the same; the transaction itself is in `paid`.
 */
export function placeOf({ paid }: BlockRates, rate: number): { below: number; same: number } {
  const below = paid.findIndex((one) => one.rate >= rate);
  const start = below < 0 ? paid.length : below;
  const above = paid.findIndex((one) => one.rate > rate);
  const equal = (above < 0 ? paid.length : above) - start;
  return { below: start, same: Math.max(0, equal - 1) };
}

/**
 * Returns the number and size of the transactions between `edges` (ascending): band `i` ends below edge `i`, the last band
 * has no upper limit. Empty bands at both ends are omitted.
 */
export function bandsOf({ paid }: BlockRates, edges: readonly number[]): RateBand[] {
  const bands = [...edges, undefined].map((to, i) => ({ from: edges[i - 1] ?? 0, to, count: 0, size: 0 }));
  let at = 0;
  for (const { rate, size } of paid) {
    while (rate >= (bands[at]?.to ?? Number.POSITIVE_INFINITY)) at++;
    const band = bands[at];
    if (!band) continue;
    band.count++;
    band.size += size;
  }
  const first = bands.findIndex(({ count }) => count > 0);
  const last = bands.findLastIndex(({ count }) => count > 0);
  return first < 0 ? [] : bands.slice(first, last + 1);
}

/** Caches the most recently requested answers, so that a block is read once while its transactions are viewed. */
export function createRecent<Value>(most: number) {
  const values = new Map<string, Value>();
  return async (name: string, make: () => Promise<Value>): Promise<Value> => {
    const known = values.get(name);
    const value = known ?? (await make());
    values.delete(name);
    values.set(name, value);
    const [oldest] = values.keys();
    if (values.size > most && oldest !== undefined) values.delete(oldest);
    return value;
  };
}
