import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { PGlite, types } from '@electric-sql/pglite';
import { toSqlError } from './sql-error.ts';

/**
 * Requests of a client; answers carry the same id. There is one connection: it belongs to one lease at a time, and leases
 * of a client are granted in the order in which it asked for them.
 */
export type PgliteRequest =
  | { id: number; kind: 'lease'; lease: number }
  | { id: number; kind: 'release'; lease: number }
  | { id: number; kind: 'query'; lease: number; sql: string; params: readonly unknown[] }
  | { id: number; kind: 'copyIn'; lease: number; sql: string; chunks: readonly Uint8Array<ArrayBuffer>[] }
  | { id: number; kind: 'copyOut'; lease: number; sql: string }
  /** Another client, over a port of its own. */
  | { id: number; kind: 'join'; port: MessagePort }
  | { id: number; kind: 'ping' }
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

/** Somebody who asked for the connection. */
interface Turn {
  client: MessagePort;
  lease: number;
  askedAt: number;
  granted: Promise<void>;
  grant(): void;
}

/**
 * A page asks for the connection several times in a row, a source for long writes: each of the page's turns would wait for
 * a whole write. So the opener's turns go first, and after one the others wait for its next one, so long, but not longer
 * than this in all.
 */
const graceMs = 10;
const longestMs = 150;

/** The one who has the connection. */
let holder: Turn | undefined;
/** In the order in which they asked. */
const waiting: Turn[] = [];
let openerSeenAt = Number.NEGATIVE_INFINITY;
let later: NodeJS.Timeout | undefined;

function queueUp(client: MessagePort, lease: number): void {
  let grant = (): void => {};
  const granted = new Promise<void>((resolve) => {
    grant = resolve;
  });
  waiting.push({ client, lease, askedAt: performance.now(), granted, grant });
  grantNext();
}

function grantNext(): void {
  const [first] = waiting;
  if (holder || !first) return;
  clearTimeout(later);
  const now = performance.now();
  const patience = Math.min(openerSeenAt + graceMs, first.askedAt + longestMs) - now;
  const next = now - first.askedAt >= longestMs ? first : (waiting.find(isOpener) ?? first);
  if (!isOpener(next) && patience > 0) {
    later = setTimeout(grantNext, patience);
    return;
  }
  waiting.splice(waiting.indexOf(next), 1);
  holder = next;
  next.grant();
}

function isOpener({ client }: Turn): boolean {
  return client === port;
}

/** Ends a turn; the next one has the connection, if this one had it. */
function drop(turn: Turn): void {
  if (turn !== holder) {
    waiting.splice(waiting.indexOf(turn), 1);
    return;
  }
  if (isOpener(turn)) openerSeenAt = performance.now();
  holder = undefined;
  grantNext();
}

function turnOf(client: MessagePort, lease: number): Turn {
  const own = [...(holder ? [holder] : []), ...waiting];
  const turn = own.find((entry) => entry.client === client && entry.lease === lease);
  if (!turn) throw new RangeError('The connection of the built-in database was given back');
  return turn;
}

/** A client that went away gives back what it held, without what it had not committed. */
async function leave(client: MessagePort): Promise<void> {
  for (const turn of waiting.filter((entry) => entry.client === client)) drop(turn);
  if (holder?.client !== client) return;
  await db.query('rollback').catch(() => {});
  drop(holder);
}

async function handle(client: MessagePort, request: PgliteRequest): Promise<PgliteReply> {
  const { id } = request;
  const done: PgliteReply = { id, ok: true, rows: [], affected: 0 };
  switch (request.kind) {
    case 'lease':
      queueUp(client, request.lease);
      return done;
    case 'release':
      drop(turnOf(client, request.lease));
      return done;
    case 'query': {
      await turnOf(client, request.lease).granted;
      const result = await db.query(request.sql, [...request.params]);
      return { id, ok: true, rows: result.rows, affected: result.affectedRows ?? 0 };
    }
    case 'copyIn': {
      await turnOf(client, request.lease).granted;
      const result = await db.query(request.sql, [], { blob: new Blob([...request.chunks]) });
      return { id, ok: true, rows: [], affected: result.affectedRows ?? 0 };
    }
    case 'copyOut': {
      await turnOf(client, request.lease).granted;
      const result = await db.query(request.sql);
      const data = new Uint8Array((await result.blob?.arrayBuffer()) ?? new ArrayBuffer(0));
      return { id, ok: true, rows: [], affected: 0, data };
    }
    case 'join':
      serve(request.port);
      request.port.once('close', () => void leave(request.port));
      return done;
    case 'ping':
      return done;
    case 'close':
      await db.close();
      return done;
  }
}

function serve(client: MessagePort): void {
  client.on('message', (request: PgliteRequest) => {
    handle(client, request).then(
      (reply) => client.postMessage(reply, reply.ok && reply.data ? [reply.data.buffer as ArrayBuffer] : []),
      (error: unknown) => {
        const { message, code, constraint } = toSqlError(error);
        client.postMessage(
          { id: request.id, ok: false, message, code, constraint } satisfies PgliteReply,
          [],
        );
      },
    );
  });
}

serve(port);
port.postMessage('ready');
