/** A map that holds what was used last: what was neither written nor read for the longest time goes first. */
export interface Lru<K, V> {
  /** The value, which counts as used. */
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  delete(key: K): void;
}

/**
 * `most`: entries that are held. `weightOf` and `mostWeight`: where entries differ in size, what all of them together may weigh;
 * what alone weighs more is not held. Takes no memory for what is not in it.
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
