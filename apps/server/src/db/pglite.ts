import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { SqlError } from './sql-error.ts';
import type { SqlDatabase, SqlResult, SqlSession } from './session.ts';
import type { PgliteReply, PgliteRequest, PgliteWorkerData } from './pglite-worker.ts';

type Unsent<R> = R extends { id: number } ? Omit<R, 'id'> : never;

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
 * It has one connection: `lease` hands it out in turn. The caller holds the data folder's lock.
 */
export async function openPglite(options: PgliteOptions): Promise<SqlDatabase> {
  const workerData: PgliteWorkerData = { dataDir: options.dataDir, snapshot: options.snapshot };
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData });
  const waiting = new Map<number, { resolve(r: PgliteReply): void; reject(e: Error): void }>();
  let nextId = 1;
  let dead: Error | undefined;

  const fail = (error: Error): void => {
    dead ??= error;
    for (const call of waiting.values()) call.reject(error);
    waiting.clear();
  };

  await once(worker, 'message');
  // A commit that finds no room for the log ends a PostgreSQL server; the built-in one goes round for ever instead.
  // Ending its thread is as good: the next start recovers what was committed.
  let lastReply = Date.now();
  const { dataDir } = options;
  const isStuck = (): boolean => waiting.size > 0 && Date.now() - lastReply >= stuckAfterMs;
  async function endIfStuck(folder: string): Promise<void> {
    if (!isStuck() || !(await hasNoRoom(folder)) || !isStuck()) return;
    fail(new SqlError('No space left on device', '53100'));
    await worker.terminate();
  }
  const watch = setInterval(() => {
    if (dataDir !== undefined) endIfStuck(dataDir).catch(fail);
  }, 1000).unref();
  worker.on('message', (reply: PgliteReply) => {
    lastReply = Date.now();
    waiting.get(reply.id)?.resolve(reply);
    waiting.delete(reply.id);
  });
  worker.on('error', (error) => {
    fail(
      new SqlError(error instanceof Error ? error.message : String(error), 'XX000', undefined, {
        cause: error,
      }),
    );
  });
  worker.on('exit', () => {
    fail(new SqlError('The built-in database has stopped', '57P01'));
  });

  async function send(
    request: Unsent<PgliteRequest>,
    transfer: ArrayBuffer[] = [],
  ): Promise<PgliteReply & { ok: true }> {
    if (dead) throw dead;
    const id = nextId++;
    if (waiting.size === 0) lastReply = Date.now();
    const reply = await new Promise<PgliteReply>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker.postMessage({ ...request, id }, transfer);
    });
    if (!reply.ok) throw new SqlError(reply.message, reply.code, reply.constraint);
    return reply;
  }

  const session: SqlSession = {
    async query<Row>(sql: string, params: readonly unknown[] = []): Promise<SqlResult<Row>> {
      const reply = await send({ kind: 'query', sql, params });
      return { rows: reply.rows as Row[], affected: reply.affected };
    },
    async copyIn(table, columns, chunks) {
      const sql = `copy ${table} (${columns.join(',')}) from '/dev/blob' with (format binary)`;
      const owned = chunks.map((chunk) => (chunk.buffer instanceof ArrayBuffer ? chunk : chunk.slice()));
      const buffers = [...new Set(owned.map((chunk) => chunk.buffer as ArrayBuffer))];
      await send({ kind: 'copyIn', sql, chunks: owned as Uint8Array<ArrayBuffer>[] }, buffers);
    },
    async copyOut(select) {
      const reply = await send({
        kind: 'copyOut',
        sql: `copy (${select}) to '/dev/blob' with (format binary)`,
      });
      return reply.data ?? new Uint8Array();
    },
  };

  // The single connection passes from holder to holder through this chain of promises.
  let turn: Promise<void> = Promise.resolve();
  return {
    engine: 'pglite',
    async lease() {
      let free = (): void => {};
      const mine = new Promise<void>((resolve) => {
        free = resolve;
      });
      const before = turn;
      turn = turn.then(() => mine);
      await before;
      return { ...session, release: () => free() };
    },
    async close() {
      try {
        await send({ kind: 'close' });
      } finally {
        clearInterval(watch);
        await worker.terminate();
      }
    },
  };
}
