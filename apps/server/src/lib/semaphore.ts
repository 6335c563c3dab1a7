/** Runs work as soon as there is a place for it; who gives up while waiting leaves the queue. */
export type Semaphore = <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

/** A number of places: no more pieces of work run at a time, the others wait in the order in which they came. */
export function createSemaphore(count: number): Semaphore {
  const waiting: (() => void)[] = [];
  let free = count;

  async function take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (free > 0) {
      free -= 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      waiting.splice(waiting.indexOf(resolve), 1);
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', leave, { once: true });
    waiting.push(resolve);
    await promise;
    signal.removeEventListener('abort', leave);
  }

  return async (signal, work) => {
    await take(signal);
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
