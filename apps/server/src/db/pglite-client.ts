import type { MessagePort, Worker } from 'node:worker_threads';
import type { PgliteReply, PgliteRequest } from './pglite-worker.ts';
import type { SqlDatabase, SqlResult, SqlSession } from './session.ts';
import { SqlError } from './sql-error.ts';

type Unsent<R> = R extends { id: number } ? Omit<R, 'id'> : never;
type Told = PgliteReply & { ok: true };

export interface PgliteClient {
  lease: SqlDatabase['lease'];
  send(request: Unsent<PgliteRequest>, transfer?: readonly (ArrayBuffer | MessagePort)[]): Promise<Told>;
  /** Every call fails with this from now on. */
  fail(error: Error): void;
  /** Calls without an answer yet. */
  waiting(): number;
}

/** Speaks to the thread of the built-in database, from the thread that opened it or over a port of its own. */
export function createPgliteClient(channel: Worker | MessagePort): PgliteClient {
  const waiting = new Map<number, { resolve(r: PgliteReply): void; reject(e: Error): void }>();
  let nextId = 1;
  let nextLease = 1;
  let dead: Error | undefined;

  function fail(error: Error): void {
    dead ??= error;
    for (const call of waiting.values()) call.reject(error);
    waiting.clear();
  }

  channel.on('message', (reply: PgliteReply) => {
    waiting.get(reply.id)?.resolve(reply);
    waiting.delete(reply.id);
  });

  async function send(
    request: Unsent<PgliteRequest>,
    transfer: readonly (ArrayBuffer | MessagePort)[] = [],
  ): Promise<Told> {
    if (dead) throw dead;
    const id = nextId++;
    const reply = await new Promise<PgliteReply>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      channel.postMessage({ ...request, id }, transfer);
    });
    if (!reply.ok) throw new SqlError(reply.message, reply.code, reply.constraint);
    return reply;
  }

  function sessionOf(lease: number): SqlSession {
    return {
      async query<Row>(sql: string, params: readonly unknown[] = []): Promise<SqlResult<Row>> {
        const reply = await send({ kind: 'query', lease, sql, params });
        return { rows: reply.rows as Row[], affected: reply.affected };
      },
      async copyIn(table, columns, chunks) {
        const sql = `copy ${table} (${columns.join(',')}) from '/dev/blob' with (format binary)`;
        const owned = chunks.map((chunk) => (chunk.buffer instanceof ArrayBuffer ? chunk : chunk.slice()));
        const buffers = [...new Set(owned.map((chunk) => chunk.buffer as ArrayBuffer))];
        await send({ kind: 'copyIn', lease, sql, chunks: owned as Uint8Array<ArrayBuffer>[] }, buffers);
      },
      async copyOut(select) {
        const sql = `copy (${select}) to '/dev/blob' with (format binary)`;
        const reply = await send({ kind: 'copyOut', lease, sql });
        return reply.data ?? new Uint8Array();
      },
    };
  }

  return {
    async lease() {
      if (dead) throw dead;
      const lease = nextLease++;
      // Its statements wait for their turn in the database's thread: nobody has to be told when that comes.
      send({ kind: 'lease', lease }).catch(() => {});
      return {
        ...sessionOf(lease),
        release() {
          send({ kind: 'release', lease }).catch(() => {});
        },
      };
    },
    send,
    fail,
    waiting: () => waiting.size,
  };
}

/** The built-in database as another thread sees it, over a port from `SqlDatabase.share`. */
export function joinPglite(port: MessagePort): SqlDatabase {
  const client = createPgliteClient(port);
  port.on('close', () => client.fail(new SqlError('The built-in database has stopped', '57P01')));
  return {
    engine: 'pglite',
    lease: client.lease,
    share() {
      throw new RangeError('Only the thread that opened the built-in database hands out ports to it');
    },
    async close() {
      port.close();
    },
  };
}
