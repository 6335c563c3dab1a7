/** Runs work as soon as a place is free; work whose signal aborts leaves the queue. */
export type Semaphore = <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

/** Creates a semaphore that runs at most `count` pieces of work at a time, in the order in which they arrived. */
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
