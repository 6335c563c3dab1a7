/** Result of a query; int8 arrives as bigint, bytea as Uint8Array, numeric as string. */
export interface SqlResult<Row> {
  readonly rows: Row[];
  readonly affected: number;
}

/** A database connection in exclusive use. */
export interface SqlSession {
  query<Row = Record<string, unknown>>(sql: string, params?: readonly unknown[]): Promise<SqlResult<Row>>;
  /**
   * Runs COPY … FROM in PostgreSQL's binary format; `chunks` must not change until it resolves. `freeze` (default false):
   * rows are frozen immediately; the table must have been created in the same transaction.
   */
  copyIn(
    table: string,
    columns: readonly string[],
    chunks: readonly Uint8Array[],
    options?: { freeze: boolean },
  ): Promise<void>;
  /** Runs COPY (select) TO in binary format. `select` must not contain external text: COPY takes no parameters. */
  copyOut(select: string): Promise<Uint8Array>;
}

/** A PostgreSQL database. `lease` is the primitive that everything else builds on. */
export interface SqlDatabase {
  lease(): Promise<SqlSession & { release(broken?: boolean): void }>;
  /** Returns what another thread of this process needs to open the same database with `openShared`. */
  share(): SharedDatabase;
  close(): Promise<void>;
}

/** Can be sent to another thread with `postMessage`. */
export interface SharedDatabase {
  readonly url: string;
  readonly builtIn: boolean;
  readonly statementTimeoutMs: number;
}

/** Runs `work` on a separate connection. */
export async function withSession<T>(db: SqlDatabase, work: (session: SqlSession) => Promise<T>): Promise<T> {
  const session = await db.lease();
  let broken = true;
  try {
    const result = await work(session);
    broken = false;
    return result;
  } finally {
    session.release(broken);
  }
}

export type TransactionMode = 'read write' | 'read only';

/** Objects that readers of the same state share, by the function that creates them. */
export type SharedObjects = Map<() => object, object>;

const shared = new WeakMap<SqlSession, SharedObjects>();

/** Lets readers of this snapshot share objects with those of earlier snapshots of the same state. */
export function shareInSnapshot(session: SqlSession, objects: SharedObjects): void {
  if (shared.has(session)) shared.set(session, objects);
}

/**
 * Returns the object that `create` made when it was first called for this snapshot, so that readers share what they read.
 * Other sessions can see changes, so each call creates an object there.
 */
export function sharedInSnapshot<T extends object>(session: SqlSession, create: () => T): T {
  const objects = shared.get(session);
  if (!objects) return create();
  const made = (objects.get(create) as T | undefined) ?? create();
  objects.set(create, made);
  return made;
}

const beginSnapshot = 'begin isolation level repeatable read read only';

/**
 * Returns a session whose first statement also begins a snapshot: in the same query if it has no parameters, which saves a
 * round trip.
 */
function beginningWith(session: SqlSession): SqlSession {
  let begun: Promise<unknown> | undefined;
  const begin = (): Promise<unknown> => (begun ??= session.query(beginSnapshot));
  const snapshot: SqlSession = {
    query<Row>(sql: string, params?: readonly unknown[]): Promise<SqlResult<Row>> {
      if (!begun && !params?.length) {
        const first = session.query<Row>(`${beginSnapshot}; ${sql}`);
        begun = first;
        return first;
      }
      return begin().then(() => session.query<Row>(sql, params));
    },
    copyIn: (...copy) => begin().then(() => session.copyIn(...copy)),
    copyOut: (select) => begin().then(() => session.copyOut(select)),
  };
  shared.set(snapshot, new Map());
  return snapshot;
}

/**
 * Runs `work` in one transaction: committed if it resolves, rolled back if it throws. `read only` uses one snapshot for all
 * its queries (repeatable read), so totals and lists agree.
 */
export async function inTransaction<T>(
  db: SqlDatabase,
  mode: TransactionMode,
  work: (session: SqlSession) => Promise<T>,
): Promise<T> {
  const session = await db.lease();
  if (mode === 'read only') {
    try {
      return await work(beginningWith(session));
    } finally {
      // The result doesn't depend on how a snapshot ends, so it isn't awaited.
      void session.query('commit').then(
        () => session.release(),
        () => session.release(true),
      );
    }
  }
  const state = { broken: false };
  try {
    return await transactionOn(session, mode, work, state);
  } finally {
    session.release(state.broken);
  }
}

/**
 * Runs `work` in one transaction on the caller's connection. Afterwards, `state` contains whether the connection is
 * unusable.
 */
export async function transactionOn<T>(
  session: SqlSession,
  mode: TransactionMode,
  work: (session: SqlSession) => Promise<T>,
  state = { broken: false },
): Promise<T> {
  try {
    if (mode === 'read write') await session.query('begin');
    const result = await work(mode === 'read only' ? beginningWith(session) : session);
    await session.query('commit');
    return result;
  } catch (error) {
    await session.query('rollback').catch(() => {
      state.broken = true;
    });
    throw error;
  }
}
