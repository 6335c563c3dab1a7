/** What a transaction pays for its room: hundredths of a unit for one of size, and how large it is. */
export interface PaidRate {
  readonly rate: number;
  readonly size: number;
}

/** What the transactions of a block pay, ascending by rate; the coinbase is none of them. */
export interface BlockRates {
  readonly paid: readonly PaidRate[];
  /** Transactions whose fee is not known. */
  readonly unknown: number;
}

export interface RateBand {
  readonly from: number;
  /** Undefined: without end. */
  readonly to: number | undefined;
  readonly count: number;
  readonly size: number;
}

/** The rates with the lowest first. */
export function ratesOf(paid: readonly PaidRate[], unknown: number): BlockRates {
  return { paid: paid.toSorted((a, b) => a.rate - b.rate), unknown };
}

/** Lowest, median (the lower of the middle two) and highest rate; undefined where none is known. */
export function spreadOf({
  paid,
}: BlockRates): { lowest: number; median: number; highest: number } | undefined {
  const [first, last] = [paid[0], paid.at(-1)];
  const middle = paid[Math.floor((paid.length - 1) / 2)];
  return first && last && middle && { lowest: first.rate, median: middle.rate, highest: last.rate };
}

/** Of the other transactions, how many pay less than `rate`, and how many the same; the asking one is among `paid`. */
export function placeOf({ paid }: BlockRates, rate: number): { below: number; same: number } {
  const below = paid.findIndex((one) => one.rate >= rate);
  const start = below < 0 ? paid.length : below;
  const above = paid.findIndex((one) => one.rate > rate);
  const equal = (above < 0 ? paid.length : above) - start;
  return { below: start, same: Math.max(0, equal - 1) };
}

/**
 * How many transactions, and how much room, lie between `edges` (ascending): band `i` ends below edge `i`, the last has no
 * end. Empty bands at either end are left out.
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

/** Keeps the answers that were asked for last, so that a block is read once while people look at its transactions. */
export function createRecent<Value>(most: number) {
  const held = new Map<string, Value>();
  return async (name: string, make: () => Promise<Value>): Promise<Value> => {
    const known = held.get(name);
    const value = known ?? (await make());
    held.delete(name);
    held.set(name, value);
    const [oldest] = held.keys();
    if (held.size > most && oldest !== undefined) held.delete(oldest);
    return value;
  };
}
