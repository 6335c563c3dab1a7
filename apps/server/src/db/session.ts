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

/** A statement with its parameters. */
export interface SqlStatement {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** A connection that was taken from the pool. */
export interface LeasedSession extends SqlSession {
  /** Sends statements together, in as few messages as possible, and returns their results in the same order. */
  queryTogether(statements: readonly SqlStatement[]): Promise<SqlResult<unknown>[]>;
  release(broken?: boolean): void;
  /**
   * Releases the connection with an open snapshot. The snapshot ends with the next statement on the connection, or a few
   * milliseconds later.
   */
  releaseSnapshot(): void;
}

/** A PostgreSQL database. `lease` is the primitive that everything else builds on. */
export interface SqlDatabase {
  /** Takes a connection; `snapshot`: for a snapshot, which continues on a connection of an earlier one if possible. */
  lease(purpose?: 'snapshot'): Promise<LeasedSession>;
  /** Returns what another thread of this process needs to open the same database with `openShared`. */
  share(): SharedDatabase;
  close(): Promise<void>;
}

/** Can be sent to another thread with `postMessage`. */
export interface SharedDatabase {
  readonly url: string;
  readonly builtIn: boolean;
  readonly statementTimeoutMs: number;
  /** The server process whose connections these are (`processes/`); undefined: those of a command. */
  readonly processId: string | undefined;
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

/** `lookups` is `read only` for reads by keys: their plans don't depend on which keys, so PostgreSQL makes them only once. */
export type TransactionMode = 'read write' | 'read only' | 'lookups';

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

const beginSnapshot: SqlStatement = { sql: 'begin isolation level repeatable read read only', params: [] };
/**
 * Otherwise PostgreSQL plans a prepared statement for each list of keys again, which takes longer than to run it: it expects
 * lists of ten, and takes the plan for all lists to be worse (PostgreSQL, "PREPARE").
 */
const planOnce: SqlStatement = { sql: 'set local plan_cache_mode = force_generic_plan', params: [] };

/** Sends statements in the order in which they are given. */
type Sender = Pick<LeasedSession, 'queryTogether' | 'copyIn' | 'copyOut'>;

interface Waiting extends SqlStatement {
  resolve(result: SqlResult<unknown>): void;
  reject(error: unknown): void;
}

/**
 * Returns a session whose first statement also begins a snapshot with `opening`. Statements that are sent without waiting for each other
 * share a round trip.
 */
function snapshotOn(
  session: Sender,
  opening: readonly SqlStatement[],
): { snapshot: SqlSession; hasBegun: () => boolean } {
  let begun = false;
  let waiting: Waiting[] = [];
  async function send(): Promise<void> {
    const sent = waiting;
    waiting = [];
    const first = begun ? [] : opening;
    begun = true;
    try {
      const results = await session.queryTogether([...first, ...sent]);
      for (const [i, { resolve }] of sent.entries())
        resolve(results[i + first.length] ?? { rows: [], affected: 0 });
    } catch (error) {
      for (const { reject } of sent) reject(error);
    }
  }
  /** Begins the snapshot and sends what waits, so that a COPY comes after it. */
  async function copying<T>(copy: () => Promise<T>): Promise<T> {
    if (!begun || waiting.length > 0) await send();
    return copy();
  }
  const snapshot: SqlSession = {
    query<Row>(sql: string, params: readonly unknown[] = []): Promise<SqlResult<Row>> {
      return new Promise((resolve, reject) => {
        waiting.push({ sql, params, resolve: (result) => resolve(result as SqlResult<Row>), reject });
        // A tick that a microtask schedules runs after all microtasks, so readers that needn't wait have sent theirs.
        if (waiting.length === 1) queueMicrotask(() => process.nextTick(send));
      });
    },
    copyIn: (...copy) => copying(() => session.copyIn(...copy)),
    copyOut: (select) => copying(() => session.copyOut(select)),
  };
  shared.set(snapshot, new Map());
  return { snapshot, hasBegun: () => begun };
}

/**
 * Runs `work` in one transaction: committed if it resolves, rolled back if it throws. `read only` and `lookups` use one
 * snapshot for all queries (repeatable read), so totals and lists agree.
 */
export async function inTransaction<T>(
  db: SqlDatabase,
  mode: TransactionMode,
  work: (session: SqlSession) => Promise<T>,
): Promise<T> {
  if (mode !== 'read write') {
    const session = await db.lease('snapshot');
    const opening = mode === 'lookups' ? [beginSnapshot, planOnce] : [beginSnapshot];
    const { snapshot, hasBegun } = snapshotOn(session, opening);
    try {
      return await work(snapshot);
    } finally {
      // The result doesn't depend on how a snapshot ends, so it isn't awaited.
      if (hasBegun()) session.releaseSnapshot();
      else session.release();
    }
  }
  const session = await db.lease();
  const state = { broken: false };
  try {
    return await transactionOn(session, work, state);
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
  work: (session: SqlSession) => Promise<T>,
  state = { broken: false },
): Promise<T> {
  try {
    await session.query('begin');
    const result = await work(session);
    await session.query('commit');
    return result;
  } catch (error) {
    await session.query('rollback').catch(() => {
      state.broken = true;
    });
    throw error;
  }
}
