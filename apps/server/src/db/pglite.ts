import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { MessageChannel, Worker } from 'node:worker_threads';
import { SqlError } from './sql-error.ts';
import { createPgliteClient, type PgliteClient } from './pglite-client.ts';
import type { PgliteWorkerData } from './pglite-worker.ts';
import type { SqlDatabase } from './session.ts';

export interface PgliteOptions {
  /** Folder of the database; undefined keeps it in memory. */
  dataDir?: string;
  snapshot?: Uint8Array<ArrayBuffer>;
}

/** PostgreSQL extends its log by files of this size. */
const logFileBytes = 16 << 20;
const stuckAfterMs = 5000;

/** True where the folder's disk has no room for one more file of the log. */
async function hasNoRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < logFileBytes;
}

/**
 * PostgreSQL in WebAssembly in a thread of its own, so that a long query never stalls the event loop.
 * It has one connection: `lease` hands it out in turn, to other threads too. The caller holds the data folder's lock.
 */
export async function openPglite(options: PgliteOptions): Promise<SqlDatabase> {
  const workerData: PgliteWorkerData = { dataDir: options.dataDir, snapshot: options.snapshot };
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData });
  await once(worker, 'message');
  const client = createPgliteClient(worker);
  const watch = watchForFullDisk(options.dataDir, client, () => worker.terminate());
  worker.on('error', (error) => {
    const message = error instanceof Error ? error.message : String(error);
    client.fail(new SqlError(message, 'XX000', undefined, { cause: error }));
  });
  worker.on('exit', () => client.fail(new SqlError('The built-in database has stopped', '57P01')));
  return {
    engine: 'pglite',
    lease: client.lease,
    share() {
      const { port1, port2 } = new MessageChannel();
      client.send({ kind: 'join', port: port1 }, [port1]).catch(() => port2.close());
      return { engine: 'pglite', port: port2 };
    },
    async close() {
      try {
        await client.send({ kind: 'close' });
      } finally {
        clearInterval(watch);
        await worker.terminate();
      }
    },
  };
}

/**
 * A commit that finds no room for the log ends a PostgreSQL server; the built-in one goes round for ever instead. Ending
 * its thread is as good: the next start recovers what was committed. A thread that answers pings is not stuck.
 */
function watchForFullDisk(
  folder: string | undefined,
  client: PgliteClient,
  end: () => Promise<unknown>,
): NodeJS.Timeout {
  let lastReply = Date.now();
  let asking = false;
  const isStuck = (): boolean => asking && Date.now() - lastReply >= stuckAfterMs;
  async function look(dataDir: string): Promise<void> {
    if (!asking) {
      asking = true;
      lastReply = Date.now();
      await client.send({ kind: 'ping' });
      asking = false;
    }
    if (!isStuck() || !(await hasNoRoom(dataDir)) || !isStuck()) return;
    client.fail(new SqlError('No space left on device', '53100'));
    await end();
  }
  return setInterval(() => {
    if (folder !== undefined) look(folder).catch(client.fail);
  }, 1000).unref();
}
