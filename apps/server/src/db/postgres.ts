import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { SqlDatabase } from './session.ts';
import { toSqlError } from './sql-error.ts';

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
  pool.on('error', (error) => options.onIdleError?.(error));

  return {
    engine: 'postgres',
    async lease() {
      const client = await pool.connect().catch((error: unknown) => {
        throw toSqlError(error);
      });
      return {
        async query(sql, params = []) {
          try {
            const result = await client.query(sql, [...params]);
            return { rows: result.rows, affected: result.rowCount ?? 0 };
          } catch (error) {
            throw toSqlError(error);
          }
        },
        async copyIn(table, columns, chunks) {
          const sink = client.query(
            copyFrom(`copy ${table} (${columns.join(',')}) from stdin with (format binary)`),
          );
          try {
            await pipeline(
              Readable.from(chunks.map((chunk) => Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))),
              sink,
            );
          } catch (error) {
            throw toSqlError(error);
          }
        },
        async copyOut(select) {
          const parts: Buffer[] = [];
          try {
            for await (const part of client.query(
              copyTo(`copy (${select}) to stdout with (format binary)`),
            )) {
              parts.push(part as Buffer);
            }
          } catch (error) {
            throw toSqlError(error);
          }
          return Buffer.concat(parts);
        },
        release: (broken) => client.release(broken === true),
      };
    },
    async close() {
      await pool.end();
    },
  };
}
