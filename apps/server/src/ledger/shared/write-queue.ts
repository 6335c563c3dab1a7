/**
 * Sends writes one after another without waiting for each: the database works while the next one is packed. Statements of a
 * session run in the order in which they are sent.
 */
export interface WriteQueue {
  send(write: Promise<void>): void;
  /** Waits for all writes; throws the first error. */
  settle(): Promise<void>;
}

export function createWriteQueue(): WriteQueue {
  const sent: Promise<void>[] = [];
  return {
    send(write) {
      // `settle` throws its error; until then it must not count as unhandled.
      write.catch(() => {});
      sent.push(write);
    },
    async settle() {
      const results = await Promise.allSettled(sent);
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
    },
  };
}
