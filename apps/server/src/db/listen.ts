import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { SharedDatabase } from './session.ts';

const longestPauseMs = 5000;

export interface Listener {
  /** Receives the payload of a notification, and its channel. */
  onMessage(payload: string, channel: string): void;
  /** Notifications arrive from now on; earlier ones may have been missed. */
  onConnected(): void;
  /** Notifications have stopped until `onConnected` is called again. */
  onLost(): void;
}

/**
 * Listens to channels (PostgreSQL, "LISTEN") over a separate connection, which is reestablished whenever it is lost, until
 * the returned function is called.
 */
export function listenTo(
  database: SharedDatabase,
  channels: readonly string[],
  listener: Listener,
): () => Promise<void> {
  const stopping = new AbortController();
  let client: pg.Client | undefined;

  async function live(): Promise<void> {
    const own = new pg.Client({
      connectionString: database.url,
      application_name: 'hopscope',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    });
    client = own;
    const ended = new Promise<void>((resolve) => {
      own.once('end', resolve);
      own.on('error', () => resolve());
    });
    own.on('notification', ({ payload, channel }) => listener.onMessage(payload ?? '', channel));
    try {
      await own.connect();
      await own.query(channels.map((channel) => `listen ${own.escapeIdentifier(channel)}`).join(';'));
      listener.onConnected();
      await ended;
      listener.onLost();
    } finally {
      client = undefined;
      await own.end().catch(() => {});
    }
  }

  async function run(): Promise<void> {
    for (let pauseMs = 100; !stopping.signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      const begun = performance.now();
      // Whoever needs the database reports why there is no connection.
      await live().catch(() => {});
      if (performance.now() - begun > longestPauseMs) pauseMs = 100;
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }
  const running = run();

  return async () => {
    stopping.abort();
    await client?.end().catch(() => {});
    await running;
  };
}
