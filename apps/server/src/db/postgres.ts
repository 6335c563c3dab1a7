import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { SharedDatabase, SqlDatabase } from './session.ts';
import { SqlError, toSqlError } from './sql-error.ts';

/** int8 as bigint. */
const typeParsers = new pg.TypeOverrides();
typeParsers.setTypeParser(pg.types.builtins.INT8, (text: string) => BigInt(text));

export interface PostgresOptions {
  url: string;
  /** True for the server that Hopscope itself runs. */
  builtIn?: boolean;
  poolSize?: number;
  /** Milliseconds after which the server cancels a statement; 0 = never (imports, audits). */
  statementTimeoutMs?: number;
  /** Called for idle connections that the server closed. */
  onIdleError?(error: Error): void;
}

const isSqlState = (code: string): boolean => /^[0-9A-Z]{5}$/.test(code);

/** Creates the error of a failed connection: the server's message, or that it can't be reached (SQLSTATE 08001). */
function connectionError(error: unknown): SqlError {
  const known = toSqlError(error);
  if (isSqlState(known.code) && known.code !== 'XX000') return known;
  const reason = known.code === 'XX000' ? known.message : `${known.message} (${known.code})`;
  return new SqlError(reason, '08001', undefined, { cause: error });
}

/** Converts the error of a read-only built-in server (25006), which has only one cause: its disk is almost full. */
function fullWhereReadOnly(error: SqlError): SqlError {
  return error.code === '25006'
    ? new SqlError(
        'No space left on device: the database takes no changes until there is room',
        '53100',
        undefined,
        {
          cause: error,
        },
      )
    : error;
}

const sharedPoolSize = 4;

/** Number of times that a statement is sent before connections prepare it. */
const usesBeforeNamed = 20;
/** Limits the plans that each connection stores, about 20 KB each. */
const mostNamed = 150;
/** Number of different statements to count. */
const mostCounted = 2000;

const uses = new Map<string, number>();
const names = new Map<string, string>();

/**
 * Returns the name under which connections prepare a statement (PostgreSQL, "PREPARE"), so that it is parsed and planned once
 * per connection; undefined for statements that are sent rarely.
 */
function nameOf(sql: string): string | undefined {
  const known = names.get(sql);
  if (known !== undefined || names.size >= mostNamed) return known;
  const count = (uses.get(sql) ?? 0) + 1;
  if (count >= usesBeforeNamed) {
    uses.delete(sql);
    names.set(sql, `often_${names.size}`);
  } else {
    if (uses.size >= mostCounted) uses.clear();
    uses.set(sql, count);
  }
  return names.get(sql);
}

/** Opens a database in another thread; its owner has already opened and migrated it. */
export function openShared(shared: SharedDatabase, onIdleError: (error: Error) => void): SqlDatabase {
  return openPostgres({ ...shared, poolSize: sharedPoolSize, onIdleError });
}

/** Opens a PostgreSQL server (or Citus coordinator) at `url` through a pool. */
export function openPostgres(options: PostgresOptions): SqlDatabase {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize ?? 10,
    types: typeParsers,
    connectionTimeoutMillis: 10_000,
    statement_timeout: options.statementTimeoutMs ?? 0,
    application_name: 'hopscope',
  });
  // The driver's error contains the whole connection with its secrets, so it isn't passed on.
  pool.on('error', (error) => {
    const { message, code } = toSqlError(error);
    options.onIdleError?.(new SqlError(message, code));
  });

  // The pool listens only while it holds a connection: an error on one that is just being passed to a user or ended would be
  // unhandled, and end the process.
  const lost = new WeakSet<pg.PoolClient>();
  pool.on('connect', (client) => void client.on('error', () => lost.add(client)));

  return {
    share: () => ({
      url: options.url,
      builtIn: options.builtIn ?? false,
      statementTimeoutMs: options.statementTimeoutMs ?? 0,
    }),
    async lease() {
      const client = await pool.connect().catch((error: unknown) => {
        throw connectionError(error);
      });
      let queue: Promise<unknown> = Promise.resolve();
      /** Runs statements in the order in which they are sent, one at a time. */
      const runExclusive = <T>(work: () => Promise<T>): Promise<T> => {
        const run = queue.then(work).catch((error: unknown) => {
          // The driver's own messages about a lost connection have no code.
          if (lost.has(client) && !(error instanceof pg.DatabaseError)) {
            throw new SqlError('The connection to the database was lost', '08006', undefined, {
              cause: error,
            });
          }
          throw options.builtIn === true ? fullWhereReadOnly(toSqlError(error)) : toSqlError(error);
        });
        queue = run.catch(() => {});
        return run;
      };
      return {
        query: (sql, params = []) =>
          runExclusive(async () => {
            // Several statements without parameters return several results: the last one counts.
            const answer: pg.QueryResult | pg.QueryResult[] = await (params.length === 0
              ? client.query(sql)
              : client.query({ text: sql, values: [...params], name: nameOf(sql) }));
            const result = Array.isArray(answer) ? answer.at(-1) : answer;
            return { rows: result?.rows ?? [], affected: result?.rowCount ?? 0 };
          }),
        copyIn: (table, columns, chunks, { freeze } = { freeze: false }) =>
          runExclusive(() =>
            pipeline(
              Readable.from(chunks.map((chunk) => Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))),
              client.query(
                copyFrom(
                  `copy ${table} (${columns.join(',')}) from stdin with (format binary, freeze ${freeze})`,
                ),
              ),
            ),
          ),
        copyOut: (select) =>
          runExclusive(async () => {
            const parts: Buffer[] = [];
            for await (const part of client.query(
              copyTo(`copy (${select}) to stdout with (format binary)`),
            )) {
              parts.push(part as Buffer);
            }
            return Buffer.concat(parts);
          }),
        release(broken) {
          client.release(broken === true || lost.has(client));
        },
      };
    },
    async close() {
      await pool.end();
    },
  };
}
