import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { SharedDatabase } from './session.ts';

const longestPauseMs = 5000;

export interface Listener {
  /** Tells what a notification says. */
  onMessage(payload: string): void;
  /** Notifications come from now on; those of before may have been missed. */
  onConnected(): void;
  /** None come any more until `onConnected` is called again. */
  onLost(): void;
}

/**
 * Listens to a channel (PostgreSQL, "LISTEN") over a connection of its own, which is made again whenever it is lost, until
 * the answer is called.
 */
export function listenTo(database: SharedDatabase, channel: string, listener: Listener): () => Promise<void> {
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
    own.on('notification', ({ payload }) => listener.onMessage(payload ?? ''));
    try {
      await own.connect();
      await own.query(`listen ${own.escapeIdentifier(channel)}`);
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
      // Why it could not be had is told by whoever needs the database.
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
