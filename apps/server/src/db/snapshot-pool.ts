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
 * Hands connections with a finished snapshot to the next one, so that `commit` and `begin` are sent together: each message to
 * the database costs the server as much as the statement itself. Snapshots leave connections for everything else.
 */
export function createSnapshotPool(pool: pg.Pool) {
  const mostForSnapshots = Math.max(1, pool.options.max - 2);
  /** Connections of snapshots, in use or parked. */
  const ofSnapshots = new Set<pg.PoolClient>();
  /** Connections with an open snapshot that are not in use. */
  let parked: pg.PoolClient[] = [];
  const waiting: Waiting[] = [];
  /** Number of connections that were requested for snapshots. */
  let connecting = 0;
  /** Number of callers that wait for a connection for anything else. */
  let others = 0;
  let timer: NodeJS.Timeout | undefined;

  function release(client: pg.PoolClient, broken: boolean): void {
    ofSnapshots.delete(client);
    client.release(broken);
    if (waiting.length > 0) void connect();
  }

  /** Ends the snapshot of a connection and returns it to the pool. */
  function end(client: pg.PoolClient): void {
    client.query('commit').then(
      () => release(client, false),
      () => release(client, true),
    );
  }

  function endParked(): void {
    timer = undefined;
    const ended = parked;
    parked = [];
    ended.forEach(end);
  }

  /** Requests a connection for the snapshot that waits longest, unless snapshots have all that they may have. */
  async function connect(): Promise<void> {
    if (ofSnapshots.size + connecting >= mostForSnapshots) return;
    connecting++;
    try {
      const client = await pool.connect();
      ofSnapshots.add(client);
      const next = waiting.shift();
      if (next) next.resolve({ client, inSnapshot: false });
      else release(client, false);
    } catch (error) {
      waiting.shift()?.reject(error);
    } finally {
      connecting--;
      if (waiting.length > 0) void connect();
    }
  }

  return {
    /** Takes a connection without a snapshot. */
    async take(): Promise<Taken> {
      others++;
      try {
        const connected = pool.connect();
        // Idle connections go to those who wait, in the order in which they asked.
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
        const own: Waiting = {
          resolve(taken) {
            clearTimeout(late);
            resolve(taken);
          },
          reject(error) {
            clearTimeout(late);
            reject(error);
          },
        };
        // As for other connections: otherwise snapshots that wait for each other would wait forever.
        const late = setTimeout(() => {
          waiting.splice(waiting.indexOf(own), 1);
          reject(new Error('No connection to the database became free in time'));
        }, pool.options.connectionTimeoutMillis);
        waiting.push(own);
        void connect();
      });
    },

    /** Takes back a connection without a snapshot. */
    release,

    /** Takes back a connection with an open snapshot. */
    park(client: pg.PoolClient): void {
      if (others > 0) return end(client);
      const next = waiting.shift();
      if (next) return next.resolve({ client, inSnapshot: true });
      parked.push(client);
      timer ??= setTimeout(endParked, longestOpen);
    },

    /** Ends parked snapshots, and closes the pool when all connections have been returned. */
    async close(): Promise<void> {
      clearTimeout(timer);
      endParked();
      await pool.end();
    },
  };
}
