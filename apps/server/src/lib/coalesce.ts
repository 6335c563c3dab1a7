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
