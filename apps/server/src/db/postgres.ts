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
  /** True for the server that Hopscope runs itself. */
  builtIn?: boolean;
  poolSize?: number;
  /** Milliseconds after which the server cancels a statement; 0 = never (imports, audits). */
  statementTimeoutMs?: number;
  /** Told about idle connections that the server closed. */
  onIdleError?(error: Error): void;
}

const isSqlState = (code: string): boolean => /^[0-9A-Z]{5}$/.test(code);

/** Why no connection could be had: what the server says, or that nobody answers (SQLSTATE 08001). */
function connectionError(error: unknown): SqlError {
  const known = toSqlError(error);
  if (isSqlState(known.code) && known.code !== 'XX000') return known;
  const reason = known.code === 'XX000' ? known.message : `${known.message} (${known.code})`;
  return new SqlError(reason, '08001', undefined, { cause: error });
}

/** The built-in server is read-only (25006) for one reason alone: its disk is nearly full. */
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

/** Opens, in another thread, a database that its owner has opened and migrated. */
export function openShared(shared: SharedDatabase, onIdleError: (error: Error) => void): SqlDatabase {
  return openPostgres({ ...shared, poolSize: sharedPoolSize, onIdleError });
}

/** A PostgreSQL (or Citus coordinator) at `url`, through a pool. */
export function openPostgres(options: PostgresOptions): SqlDatabase {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize ?? 10,
    types: typeParsers,
    connectionTimeoutMillis: 10_000,
    statement_timeout: options.statementTimeoutMs ?? 0,
    application_name: 'hopscope',
  });
  // The driver's error carries the whole connection, with its secrets: it goes no further.
  pool.on('error', (error) => {
    const { message, code } = toSqlError(error);
    options.onIdleError?.(new SqlError(message, code));
  });

  // The pool listens only while it holds a connection: an error on one that is just being handed out or ended, which nobody
  // hears, would end the process.
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
      let turn: Promise<unknown> = Promise.resolve();
      /** Statements run in the order in which they are sent, one at a time. */
      const runExclusive = <T>(work: () => Promise<T>): Promise<T> => {
        const run = turn.then(work).catch((error: unknown) => {
          // The driver's own words about a connection that broke have no code.
          if (lost.has(client) && !(error instanceof pg.DatabaseError)) {
            throw new SqlError('The connection to the database was lost', '08006', undefined, {
              cause: error,
            });
          }
          throw options.builtIn === true ? fullWhereReadOnly(toSqlError(error)) : toSqlError(error);
        });
        turn = run.catch(() => {});
        return run;
      };
      return {
        query: (sql, params = []) =>
          runExclusive(async () => {
            // Several statements at once, without parameters, are answered with several results: the last one counts.
            const answer: pg.QueryResult | pg.QueryResult[] = await (params.length === 0
              ? client.query(sql)
              : client.query(sql, [...params]));
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
