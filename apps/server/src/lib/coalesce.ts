/**
 * Returns a function that runs `work` once for all calls that arrive while an earlier run isn't finished. Each call gets the
 * result of a run that began after it, so nothing is older than the call.
 */
export function coalesce<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | undefined;
  let waiting: Promise<T> | undefined;
  const begin = (): Promise<T> => {
    waiting = undefined;
    const run = work();
    const settle = async (): Promise<void> => {
      await run.catch(() => {});
      if (running === settled) running = undefined;
    };
    const settled = settle();
    running = settled;
    return run;
  };
  return () => {
    if (!running) return begin();
    return (waiting ??= running.then(begin));
  };
}

/**
 * Returns a function that reads for one key, together with the keys that arrive while an earlier read isn't finished. `read`
 * returns the values of all keys; nothing is older than the call.
 */
export function readTogether<K, V>(read: (keys: readonly K[]) => Promise<V>): (key: K) => Promise<V> {
  let keys: K[] = [];
  const readAll = coalesce(() => {
    const taken = keys;
    keys = [];
    return read(taken);
  });
  return (key) => {
    keys.push(key);
    return readAll();
  };
}

/** Runs reads in rounds, see `createRounds`. */
export type Rounds = <T>(read: () => Promise<T>) => Promise<T>;

/**
 * Returns a function that runs reads in rounds: the reads of a tick begin together, and those asked for meanwhile begin
 * together when all of them have ended. So callers that began together stay together, and their reads can be merged.
 */
export function createRounds(): Rounds {
  let waiting: (() => Promise<void>)[] = [];
  let running = false;
  async function run(): Promise<void> {
    running = true;
    // A tick that a microtask schedules runs after all microtasks, so callers that needn't wait have asked.
    while (waiting.length > 0) {
      await new Promise<void>((resolve) => queueMicrotask(() => process.nextTick(resolve)));
      const now = waiting;
      waiting = [];
      await Promise.all(now.map((begin) => begin()));
    }
    running = false;
  }
  return <T>(read: () => Promise<T>): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    waiting.push(() => read().then(resolve, reject));
    if (!running) void run();
    return promise;
  };
}

/**
 * Returns a function that reads values by key, each round with all keys that were asked for before it. `read` gets what is
 * asked, by key, and returns the values that exist. They are stored in `stored`, unless `keep` refuses one, and what is
 * stored isn't read again. A failed read stores nothing.
 */
export function readInBatches<K, A, V>({
  inRound,
  stored,
  read,
  keep = () => true,
}: {
  inRound: Rounds;
  stored: Pick<Map<K, V>, 'get'> & { set(key: K, value: V): unknown };
  read: (asked: ReadonlyMap<K, A>) => Promise<ReadonlyMap<K, V>>;
  keep?: (value: V) => boolean;
}): (asked: ReadonlyMap<K, A>) => Promise<Map<K, V>> {
  let next: { readonly asked: Map<K, A>; readonly values: Promise<ReadonlyMap<K, V>> } | undefined;
  function begin() {
    const asked = new Map<K, A>();
    const values = inRound(async () => {
      next = undefined;
      const found = await read(asked);
      for (const [key, value] of found) if (keep(value)) stored.set(key, value);
      return found;
    });
    return { asked, values };
  }
  return async (asked) => {
    const found = new Map<K, V>();
    const missing: K[] = [];
    for (const [key, each] of asked) {
      const value = stored.get(key);
      if (value !== undefined) {
        found.set(key, value);
        continue;
      }
      next ??= begin();
      next.asked.set(key, each);
      missing.push(key);
    }
    if (!next || missing.length === 0) return found;
    const values = await next.values;
    for (const key of missing) {
      const value = values.get(key);
      if (value !== undefined) found.set(key, value);
    }
    return found;
  };
}
