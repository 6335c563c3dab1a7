/**
 * Writes that are sent one after the other without waiting for each: the database works while the next one is packed.
 * Statements of one session run in the order in which they are sent.
 */
export interface WriteQueue {
  send(write: Promise<void>): void;
  /** Waits for all; throws the first error. */
  settle(): Promise<void>;
}

export function createWriteQueue(): WriteQueue {
  const sent: Promise<void>[] = [];
  return {
    send(write) {
      // Its error is thrown by settle; until then it must not count as unhandled.
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
