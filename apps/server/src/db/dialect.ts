import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Schema } from './schema.ts';
import type { SqlSession } from './session.ts';

type Lease = SqlSession & { release(): void };

/** A database, or a session that is used like one. */
interface Leasing {
  lease(): Promise<Lease>;
}

class SessionConnection implements DatabaseConnection {
  readonly lease: Lease;
  constructor(lease: Lease) {
    this.lease = lease;
  }
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.lease.query<R>(query.sql, query.parameters);
    return { rows: result.rows, numAffectedRows: BigInt(result.affected) };
  }
  // oxlint-disable-next-line require-yield -- Kysely's interface asks for a generator; long results are read by COPY instead.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not supported: read long results in pages');
  }
}

function createDialect(db: Leasing): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => new SessionConnection(await db.lease()),
      beginTransaction: async (c) => {
        await c.executeQuery(CompiledQuery.raw('begin'));
      },
      commitTransaction: async (c) => {
        await c.executeQuery(CompiledQuery.raw('commit'));
      },
      rollbackTransaction: async (c) => {
        await c.executeQuery(CompiledQuery.raw('rollback'));
      },
      releaseConnection: async (c) => {
        if (c instanceof SessionConnection) c.lease.release();
      },
      destroy: async () => {},
    }),
  };
}

/** Creates typed queries over a database; its opener closes the database. */
export function createKysely(db: Leasing): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: createDialect(db) });
}

const typed = new WeakMap<SqlSession, Kysely<Schema>>();

/** Creates typed queries on a session, in its transaction if it has one. */
export function kyselyOver(session: SqlSession): Kysely<Schema> {
  const known = typed.get(session);
  if (known) return known;
  const made = createKysely({ lease: async () => ({ ...session, release() {} }) });
  typed.set(session, made);
  return made;
}
