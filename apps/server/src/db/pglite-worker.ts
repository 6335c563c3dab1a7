import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, types } from '@electric-sql/pglite';
import { toSqlError } from './sql-error.ts';

/** Requests that the owner thread sends; answers carry the same id. */
export type PgliteRequest =
  | { id: number; kind: 'query'; sql: string; params: readonly unknown[] }
  | { id: number; kind: 'copyIn'; sql: string; chunks: readonly Uint8Array<ArrayBuffer>[] }
  | { id: number; kind: 'copyOut'; sql: string }
  | { id: number; kind: 'close' };

export type PgliteReply =
  | { id: number; ok: true; rows: unknown[]; affected: number; data?: Uint8Array }
  | { id: number; ok: false; message: string; code: string; constraint: string | undefined };

export interface PgliteWorkerData {
  /** Folder of the database; undefined keeps it in memory. */
  dataDir: string | undefined;
  /** Tarball of a prepared data folder to start from (tests). */
  snapshot: Uint8Array<ArrayBuffer> | undefined;
}

const port = parentPort;
if (!port) throw new Error('pglite-worker runs in a worker thread');
// Typed at its only source: pglite.ts.
const options: PgliteWorkerData = workerData;

const db = await PGlite.create({
  ...(options.dataDir === undefined ? {} : { dataDir: options.dataDir }),
  ...(options.snapshot === undefined ? {} : { loadDataDir: new Blob([options.snapshot]) }),
  parsers: { [types.INT8]: (text: string) => BigInt(text), [types.NUMERIC]: (text: string) => text },
});

async function handle(request: PgliteRequest): Promise<PgliteReply> {
  const { id } = request;
  switch (request.kind) {
    case 'query': {
      const result = await db.query(request.sql, [...request.params]);
      return { id, ok: true, rows: result.rows, affected: result.affectedRows ?? 0 };
    }
    case 'copyIn': {
      const result = await db.query(request.sql, [], { blob: new Blob([...request.chunks]) });
      return { id, ok: true, rows: [], affected: result.affectedRows ?? 0 };
    }
    case 'copyOut': {
      const result = await db.query(request.sql);
      const data = new Uint8Array((await result.blob?.arrayBuffer()) ?? new ArrayBuffer(0));
      return { id, ok: true, rows: [], affected: 0, data };
    }
    case 'close':
      await db.close();
      return { id, ok: true, rows: [], affected: 0 };
  }
}

port.on('message', (request: PgliteRequest) => {
  handle(request).then(
    (reply) => port.postMessage(reply, reply.ok && reply.data ? [reply.data.buffer as ArrayBuffer] : []),
    (error: unknown) => {
      const { message, code, constraint } = toSqlError(error);
      port.postMessage({ id: request.id, ok: false, message, code, constraint } satisfies PgliteReply);
    },
  );
});
port.postMessage('ready');
