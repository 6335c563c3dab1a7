/** Runs work one at a time per name. Failed work doesn't block later work. */
export type KeyedMutex = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Creates a mutex that stores a name only while work waits or runs under it. */
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
