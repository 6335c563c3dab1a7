import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { applicationName, openShared } from '../db/postgres.ts';
import { inTransaction, type SharedDatabase, type SqlSession, withSession } from '../db/session.ts';
import { FencedError } from '../db/sql-error.ts';

/** Times in milliseconds. */
export interface LeaseTimes {
  /** Between two renewals, and between two looks of processes that wait. */
  readonly beat: number;
  /** A holder that didn't renew for this time is replaced, even if its connections are open: it may be paused. */
  readonly longest: number;
  /** A holder without connections is replaced after this time. */
  readonly withoutConnections: number;
  /** That the database has to answer. */
  readonly answer: number;
}

const usualTimes: LeaseTimes = { beat: 1000, longest: 7000, withoutConnections: 2000, answer: 7000 };
/** Milliseconds that the database has to end a connection. */
const longestEndMs = 5000;

/**
 * Takes the lease if no one has it, and returns its token. The former holder is refused from now on. Compares times of the
 * database's clock alone.
 */
async function take(session: SqlSession, processId: string, times: LeaseTimes): Promise<bigint | undefined> {
  await session.query(
    'insert into work_lease (token, renewed_at) values (0, clock_timestamp()) on conflict do nothing',
  );
  const { rows } = await session.query<{ token: bigint; holder: string | null; free: boolean }>(
    `select token, holder, ${isFree} as free from work_lease l for update`,
    [applicationName(''), times.withoutConnections, times.longest],
  );
  const [lease] = rows;
  // Taken before by a commit whose answer was lost.
  if (lease?.holder === processId) return lease.token;
  if (lease?.free !== true) return undefined;
  const token = lease.token + 1n;
  await session.query('update server_process set fenced_at = clock_timestamp() where id = $1', [
    lease.holder,
  ]);
  await session.query('update work_lease set token = $1, holder = $2, renewed_at = clock_timestamp()', [
    token,
    processId,
  ]);
  return token;
}

const isFree = `(holder is null
  or renewed_at < clock_timestamp() - make_interval(secs => $3::float8 / 1000)
  or renewed_at < clock_timestamp() - make_interval(secs => $2::float8 / 1000)
    and not exists (select from pg_stat_activity where application_name = $1 || holder::text))`;

/**
 * Lets exactly one process of a database take blocks and run jobs. Who takes the lease from another process first makes the
 * database refuse that process, and ends its connections with what they have not committed. So a process that was paused,
 * or cut off, and still believes that the work is its own can't write (a fencing token: Kleppmann, "How to do distributed
 * locking", checked by connection instead of by statement). `database`: with the ID of the process.
 */
export function createWorkLease(options: {
  database: SharedDatabase;
  logger: Logger;
  /** Called when this process has the work; again if it throws. */
  onTaken(): Promise<void>;
  /** Called once, when another process has it: everything that this one still does is in vain. */
  onLost(): void;
  times?: Partial<LeaseTimes>;
}) {
  const { database, logger } = options;
  const times = { ...usualTimes, ...options.times };
  const { processId } = database;
  if (processId === undefined) throw new Error('A lease needs a process');
  const own = processId;
  const onIdleError = (error: Error): void => logger.warn({ err: error }, 'database connection lost');
  const db = openShared(database, onIdleError, { poolSize: 1, answerTimeoutMs: times.answer });
  const stopping = new AbortController();
  let token: bigint | undefined;
  let mayWork = false;
  let isWorking = false;
  let isLost = false;
  let running: Promise<void> | undefined;

  async function look(): Promise<void> {
    const { rows } = await withSession(db, (session) =>
      session.query<{ free: boolean }>(
        `select coalesce((select ${isFree} or holder = $4 from work_lease), true) as free`,
        [applicationName(''), times.withoutConnections, times.longest, own],
      ),
    );
    if (rows[0]?.free !== true) return;
    token = await inTransaction(db, 'read write', (session) => take(session, own, times));
    if (token !== undefined) logger.info({ token }, 'this process takes blocks and runs jobs');
  }

  /** Ends the connections of former holders; throws if one remains. */
  async function endFormerConnections(): Promise<void> {
    const { rows } = await withSession(db, (session) =>
      session.query<{ ended: boolean }>(
        `select pg_terminate_backend(a.pid, $2) as ended from pg_stat_activity a
         join server_process p on a.application_name = $1 || p.id::text where p.fenced_at is not null`,
        [applicationName(''), longestEndMs],
      ),
    );
    if (rows.some(({ ended }) => !ended)) throw new Error('A connection of the former process did not end');
    if (rows.length > 0) await endFormerConnections();
  }

  async function renew(): Promise<void> {
    const { affected } = await withSession(db, (session) =>
      session.query('update work_lease set renewed_at = clock_timestamp() where holder = $1 and token = $2', [
        own,
        token,
      ]),
    );
    if (affected === 0) throw new FencedError();
  }

  async function beat(): Promise<void> {
    if (token !== undefined) await renew();
    else await look();
    if (token === undefined || isWorking) return;
    await endFormerConnections();
    mayWork = true;
    await options.onTaken();
    isWorking = true;
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await delay(times.beat, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        await beat();
      } catch (error) {
        if (error instanceof FencedError) {
          isLost = true;
          options.onLost();
          return;
        }
        if (!stopping.signal.aborted) logger.warn({ err: error }, 'the work lease could not be checked');
      }
    }
  }

  return {
    /**
     * Tries to take the lease, and goes on trying. Resolves after the first try and, if it succeeded, `onTaken`; throws what
     * either throws.
     */
    async start(): Promise<void> {
      await beat();
      running = run();
    },
    /** Whether this process may take blocks and run jobs. */
    mayWork: () => mayWork && !isLost,
    /** Releases the lease. Call it when the work has ended. */
    async stop(): Promise<void> {
      stopping.abort();
      await running;
      if (token !== undefined && !isLost) {
        await withSession(db, (session) =>
          session.query('update work_lease set holder = null where holder = $1 and token = $2', [own, token]),
        ).catch((error: unknown) => logger.warn({ err: error }, 'the work lease was not released'));
      }
      await db.close();
    },
  };
}
