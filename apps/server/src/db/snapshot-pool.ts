import type pg from 'pg';

/** A connection, and whether a snapshot is still open on it. */
export interface Taken {
  readonly client: pg.PoolClient;
  readonly inSnapshot: boolean;
}

interface Waiting {
  resolve(taken: Taken): void;
  reject(error: unknown): void;
}

/** Milliseconds for which an unused snapshot may stay open. */
const longestOpen = 5;

/**
 * Hands connections with an ended snapshot to the next one, so that `commit` and `begin` are sent together: each message to
 * the database costs the server as much as the statement itself.
 */
export function createSnapshotPool(pool: pg.Pool) {
  /** Connections with an open snapshot that nobody uses. */
  let parked: pg.PoolClient[] = [];
  const waiting: Waiting[] = [];
  /** Number of callers that wait for a connection for anything else. */
  let others = 0;
  let timer: NodeJS.Timeout | undefined;

  /** Ends the snapshot of a connection and returns it to the pool. */
  function end(client: pg.PoolClient): void {
    client.query('commit').then(
      () => client.release(),
      () => client.release(true),
    );
  }

  function endParked(): void {
    timer = undefined;
    const ended = parked;
    parked = [];
    ended.forEach(end);
  }

  return {
    /** Takes a connection without a snapshot. */
    async take(): Promise<Taken> {
      others++;
      try {
        const connected = pool.connect();
        // They take one of the idle connections each, in the order in which they asked.
        if (parked.length > 0 && pool.waitingCount > pool.idleCount) endParked();
        return { client: await connected, inSnapshot: false };
      } finally {
        others--;
      }
    },

    /** Takes a connection for a snapshot. */
    takeForSnapshot(): Promise<Taken> {
      const client = parked.pop();
      if (client) return Promise.resolve({ client, inSnapshot: true });
      return new Promise((resolve, reject) => {
        const own = { resolve, reject };
        waiting.push(own);
        pool.connect().then(
          (free) => {
            const next = waiting.shift();
            if (next) next.resolve({ client: free, inSnapshot: false });
            else free.release();
          },
          (error: unknown) => {
            const place = waiting.indexOf(own);
            if (place >= 0) waiting.splice(place, 1);
            reject(error);
          },
        );
      });
    },

    /** Takes back a connection with an open snapshot. */
    park(client: pg.PoolClient): void {
      if (others > 0) return end(client);
      const next = waiting.shift();
      if (next) return next.resolve({ client, inSnapshot: true });
      parked.push(client);
      timer ??= setTimeout(endParked, longestOpen);
    },

    /** Ends all snapshots, and closes the pool when all connections have been returned. */
    async close(): Promise<void> {
      clearTimeout(timer);
      endParked();
      await pool.end();
    },
  };
}
