import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { SharedDatabase, SqlDatabase, SqlResult, SqlStatement } from './session.ts';
import { createSnapshotPool } from './snapshot-pool.ts';
import { connectionError, FencedError, SqlError, toSqlError } from './sql-error.ts';

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
  /** Milliseconds to wait for an answer of the server, which may be cut off; 0 = forever, the default. */
  answerTimeoutMs?: number;
  /** Milliseconds to wait for a connection, 10 s by default. */
  connectionTimeoutMs?: number;
  /**
   * The server process whose connections these are (`processes/`). They carry its ID, and are refused once another process has
   * taken over its work; its row has to exist.
   */
  processId?: string | undefined;
  /** Called for idle connections that the server closed. */
  onIdleError?(error: Error): void;
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

/**
 * Tests whether a statement without parameters may be sent often: one that reads, and is so short that it contains no list of
 * values, which would take much memory to count.
 */
const isLikelyRepeated = (sql: string): boolean =>
  sql.length <= 600 && /^select\b/i.test(sql) && !sql.includes(';');

/** Returns the name under which connections prepare a statement; undefined for statements that are sent rarely. */
type NameOf = (statement: SqlStatement) => string | undefined;

/**
 * Counts the statements of one database, and names those that are sent often, so that they are parsed and planned once per
 * connection (PostgreSQL, "PREPARE").
 */
function createNames(): NameOf {
  const uses = new Map<string, number>();
  const names = new Map<string, string>();
  return ({ sql, params }) => {
    if (params.length === 0 && !isLikelyRepeated(sql)) return undefined;
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
  };
}

/** The statements that each connection has prepared, by name. */
const prepared = new WeakMap<pg.PoolClient, Set<string>>();

function resultOf({ rows, rowCount }: pg.QueryResult): SqlResult<unknown> {
  return { rows, affected: rowCount ?? 0 };
}

async function sendOne(
  client: pg.PoolClient,
  { sql, params }: SqlStatement,
  name: string | undefined,
): Promise<SqlResult<unknown>> {
  if (params.length === 0 && name === undefined) {
    // Several statements without parameters return several results: the last one counts.
    const answer: pg.QueryResult | pg.QueryResult[] = await client.query(sql);
    const result = Array.isArray(answer) ? answer.at(-1) : answer;
    return result ? resultOf(result) : { rows: [], affected: 0 };
  }
  const result = await client.query({ text: sql, values: [...params], name });
  if (name !== undefined) {
    const known = prepared.get(client);
    if (known) known.add(name);
    else prepared.set(client, new Set([name]));
  }
  return resultOf(result);
}

/** A list of texts as PostgreSQL writes arrays. */
const arrayOf = (texts: readonly string[]): string =>
  `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;

/** A parameter as a literal of PostgreSQL; undefined for types that only the driver converts. */
function literalOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string') return pg.escapeLiteral(value);
  if (typeof value === 'number' || typeof value === 'bigint') return `'${value}'`;
  if (typeof value === 'boolean') return value ? "'t'" : "'f'";
  if (value instanceof Date) return `'${value.toISOString()}'`;
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    return list.every((each) => typeof each === 'string') ? pg.escapeLiteral(arrayOf(list)) : undefined;
  }
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString('hex')}'`;
  return undefined;
}

/**
 * Returns a statement as text that can be sent with others in one message; undefined if it can't. With parameters or a name,
 * it must have been prepared on the connection: then EXECUTE runs it (PostgreSQL, "PREPARE").
 */
function textOf(
  client: pg.PoolClient,
  { sql, params }: SqlStatement,
  name: string | undefined,
): string | undefined {
  if (params.length === 0 && name === undefined) return sql.includes(';') ? undefined : sql;
  if (name === undefined || prepared.get(client)?.has(name) !== true) return undefined;
  if (params.length === 0) return `execute ${name}`;
  const literals = params.map(literalOf);
  return literals.includes(undefined) ? undefined : `execute ${name}(${literals.join(',')})`;
}

/** Sends statements in their order, those that can be text in one message. */
async function sendTogether(
  client: pg.PoolClient,
  statements: readonly SqlStatement[],
  nameOf: NameOf,
): Promise<SqlResult<unknown>[]> {
  const results: SqlResult<unknown>[] = [];
  let texts: string[] = [];
  const sendTexts = async (): Promise<void> => {
    if (texts.length === 0) return;
    const answer: pg.QueryResult | pg.QueryResult[] = await client.query(texts.join('; '));
    results.push(...[answer].flat().map(resultOf));
    texts = [];
  };
  for (const statement of statements) {
    const name = nameOf(statement);
    const text = statements.length === 1 ? undefined : textOf(client, statement, name);
    if (text !== undefined) {
      texts.push(text);
      continue;
    }
    await sendTexts();
    results.push(await sendOne(client, statement, name));
  }
  await sendTexts();
  return results;
}

const endSnapshot: SqlStatement = { sql: 'commit', params: [] };

/** Opens a database in another thread; its owner has already opened and migrated it. */
export function openShared(
  shared: SharedDatabase,
  onIdleError: (error: Error) => void,
  options: Pick<PostgresOptions, 'poolSize' | 'answerTimeoutMs'> = {},
): SqlDatabase {
  return openPostgres({ ...shared, poolSize: sharedPoolSize, ...options, onIdleError });
}

/** Returns the name that connections of a server process carry, by which another one can end them. */
export const applicationName = (processId: string | undefined): string =>
  processId === undefined ? 'hopscope' : `hopscope ${processId}`;

/** Throws unless the work of a server process is still its own. */
async function refuseFenced(client: pg.ClientBase, processId: string): Promise<void> {
  const { rowCount } = await client.query('select from server_process where id = $1 and fenced_at is null', [
    processId,
  ]);
  if (rowCount === 0) throw new FencedError();
}

/** Opens a PostgreSQL server (or Citus coordinator) at `url` through a pool. */
export function openPostgres(options: PostgresOptions): SqlDatabase {
  const { processId } = options;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize ?? 10,
    types: typeParsers,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 10_000,
    statement_timeout: options.statementTimeoutMs ?? 0,
    ...(options.answerTimeoutMs !== undefined && { query_timeout: options.answerTimeoutMs }),
    application_name: applicationName(processId),
    // oxlint-disable-next-line typescript/no-misused-promises -- The pool waits for the promise; its types say nothing of that.
    ...(processId !== undefined && { onConnect: (client: pg.ClientBase) => refuseFenced(client, processId) }),
  });
  // The driver's error contains the whole connection with its secrets, so it isn't passed on.
  let closing = false;
  pool.on('error', (error) => {
    // The pool doesn't wait until connections are closed, so a server that stops right after it ends some of them.
    if (closing) return;
    const { message, code } = toSqlError(error);
    options.onIdleError?.(new SqlError(message, code));
  });

  // The pool listens only while it holds a connection: an error on one that is just being passed to a user or ended would be
  // unhandled, and end the process.
  const lost = new WeakSet<pg.PoolClient>();
  pool.on('connect', (client) => void client.on('error', () => lost.add(client)));

  const connections = createSnapshotPool(pool);
  const nameOf = createNames();
  return {
    share: () => ({
      url: options.url,
      builtIn: options.builtIn ?? false,
      statementTimeoutMs: options.statementTimeoutMs ?? 0,
      processId,
    }),
    async lease(purpose) {
      const taken = purpose === 'snapshot' ? connections.takeForSnapshot() : connections.take();
      const { client, inSnapshot } = await taken.catch((error: unknown) => {
        throw connectionError(error);
      });
      const before = inSnapshot ? [endSnapshot] : [];
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
        query: <Row>(sql: string, params: readonly unknown[] = []) =>
          runExclusive(async () => {
            const statement = { sql, params };
            return (await sendOne(client, statement, nameOf(statement))) as SqlResult<Row>;
          }),
        queryTogether: (statements) =>
          runExclusive(async () => {
            const first = before.splice(0);
            return (await sendTogether(client, [...first, ...statements], nameOf)).slice(first.length);
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
          // A snapshot continues until a statement ends it.
          if (before.length > 0 && broken !== true && !lost.has(client)) connections.park(client);
          else connections.release(client, broken === true || lost.has(client));
        },
        releaseSnapshot() {
          const end = async (): Promise<void> => {
            await queue;
            if (lost.has(client)) connections.release(client, true);
            else connections.park(client);
          };
          void end();
        },
      };
    },
    close() {
      closing = true;
      return connections.close();
    },
  };
}
