/** Runs work one after the other; of a name only among what has the same name. What fails holds nobody up. */
export type KeyedMutex = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Turns that remember a name only while somebody waits or works under it. */
export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const run = (last.get(name) ?? Promise.resolve()).then(work);
    const done: Promise<unknown> = run
      .catch(() => {})
      .finally(() => {
        if (last.get(name) === done) last.delete(name);
      });
    last.set(name, done);
    return run;
  };
}
