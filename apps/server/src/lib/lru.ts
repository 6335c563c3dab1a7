/** A map that keeps the most recently used entries: removes the one that wasn't written or read for the longest time. */
export interface Lru<K, V> {
  /** Returns the value and marks it as used. */
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  delete(key: K): void;
}

/**
 * Creates a map of at most `most` entries. `weightOf` and `mostWeight`: if entries differ in size, the maximum total weight;
 * entries that exceed it on their own aren't stored. Uses memory only for stored entries.
 */
export function createLru<K, V>({
  most,
  weightOf = () => 0,
  mostWeight = Number.POSITIVE_INFINITY,
}: {
  most: number;
  weightOf?: (value: V) => number;
  mostWeight?: number;
}): Lru<K, V> {
  /** In the order of their last use: maps keep the order of insertion. */
  const entries = new Map<K, { value: V; weight: number }>();
  let total = 0;

  function take(key: K): { value: V; weight: number } | undefined {
    const entry = entries.get(key);
    if (entry) {
      entries.delete(key);
      total -= entry.weight;
    }
    return entry;
  }

  function put(key: K, entry: { value: V; weight: number }): void {
    entries.set(key, entry);
    total += entry.weight;
    for (const oldest of entries.keys()) {
      if (entries.size <= most && total <= mostWeight) break;
      take(oldest);
    }
  }

  return {
    get(key) {
      const entry = take(key);
      if (entry) put(key, entry);
      return entry?.value;
    },
    set(key, value) {
      take(key);
      put(key, { value, weight: weightOf(value) });
    },
    delete(key) {
      take(key);
    },
  };
}
