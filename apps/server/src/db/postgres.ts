import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { SqlDatabase } from './session.ts';
import { SqlError, toSqlError } from './sql-error.ts';

/** int8 as bigint, as on the built-in database. */
const typeParsers = new pg.TypeOverrides();
typeParsers.setTypeParser(pg.types.builtins.INT8, (text: string) => BigInt(text));

export interface PostgresOptions {
  url: string;
  poolSize?: number;
  /** Milliseconds after which the server cancels a statement; 0 = never (imports, audits). */
  statementTimeoutMs?: number;
  /** Told about idle connections that the server closed. */
  onIdleError?(error: Error): void;
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

  return {
    engine: 'postgres',
    share: () => ({
      engine: 'postgres',
      url: options.url,
      statementTimeoutMs: options.statementTimeoutMs ?? 0,
    }),
    async lease() {
      const client = await pool.connect().catch((error: unknown) => {
        throw toSqlError(error);
      });
      // The pool listens only while it holds the connection: an unheard error would end the process.
      let lost = false;
      const onError = (): void => {
        lost = true;
      };
      client.on('error', onError);
      let turn: Promise<unknown> = Promise.resolve();
      /** Statements run in the order in which they are sent, one at a time. */
      const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
        const run = turn.then(work).catch((error: unknown) => {
          throw toSqlError(error);
        });
        turn = run.catch(() => {});
        return run;
      };
      return {
        query: (sql, params = []) =>
          inTurn(async () => {
            // Several statements at once, without parameters, are answered with several results: the last one counts.
            const answer: pg.QueryResult | pg.QueryResult[] = await (params.length === 0
              ? client.query(sql)
              : client.query(sql, [...params]));
            const result = Array.isArray(answer) ? answer.at(-1) : answer;
            return { rows: result?.rows ?? [], affected: result?.rowCount ?? 0 };
          }),
        copyIn: (table, columns, chunks) =>
          inTurn(() =>
            pipeline(
              Readable.from(chunks.map((chunk) => Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))),
              client.query(copyFrom(`copy ${table} (${columns.join(',')}) from stdin with (format binary)`)),
            ),
          ),
        copyOut: (select) =>
          inTurn(async () => {
            const parts: Buffer[] = [];
            for await (const part of client.query(
              copyTo(`copy (${select}) to stdout with (format binary)`),
            )) {
              parts.push(part as Buffer);
            }
            return Buffer.concat(parts);
          }),
        release(broken) {
          client.release(broken === true || lost);
          client.off('error', onError);
        },
      };
    },
    async close() {
      await pool.end();
    },
  };
}
