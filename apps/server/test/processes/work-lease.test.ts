import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../../../../test/until.ts';
import { openPostgres } from '../../src/db/postgres.ts';
import { type SqlDatabase, withSession } from '../../src/db/session.ts';
import { FencedError } from '../../src/db/sql-error.ts';
import { ProcessError, registerProcess } from '../../src/processes/register-process.ts';
import { createWorkLease, type LeaseTimes } from '../../src/processes/work-lease.ts';
import { ownDatabase } from '../support/databases.ts';

const logger = pino({ level: 'silent' });
const secret = 'a secret of all processes';
/** Lease times of processes that never beat by themselves again, and find no one who is late. */
const patient: LeaseTimes = {
  beat: 3_600_000,
  longest: 3_600_000,
  withoutConnections: 3_600_000,
  answer: 60_000,
};

describe('The work lease', () => {
  /** A database of one test: processes that end after it must not write into that of the next one. */
  async function startDatabase(): Promise<SqlDatabase> {
    const { db, remove } = await ownDatabase();
    onTestFinished(remove);
    return db;
  }

  /** A process with its own connections. */
  async function join(db: SqlDatabase, times: Partial<LeaseTimes> = {}) {
    const id = await registerProcess(db, { mode: 'all', version: '1.0.0', tokenSecret: secret });
    const own = openPostgres({ url: db.share().url, processId: id });
    const seen = { taken: 0, lost: 0 };
    const lease = createWorkLease({
      database: own.share(),
      logger,
      onTaken: async () => void seen.taken++,
      onLost: () => void seen.lost++,
      times: { ...patient, ...times },
    });
    let open = true;
    const leave = async (): Promise<void> => {
      if (!open) return;
      open = false;
      await lease.stop();
      await own.close();
    };
    onTestFinished(leave);
    return { id, db: own, lease, seen, leave };
  }
  const leaseOf = async (db: SqlDatabase) =>
    (await withSession(db, (session) => session.query('select token, holder from work_lease'))).rows;

  test('one process has the work; the next takes it once that one released it', async () => {
    const db = await startDatabase();
    const [first, second] = [await join(db), await join(db, { beat: 20 })];
    await first.lease.start();
    await second.lease.start();
    expect([first.lease.mayWork(), second.lease.mayWork()]).toEqual([true, false]);
    expect(await leaseOf(db)).toEqual([{ token: 1n, holder: first.id }]);
    await first.leave();
    await until('the second one has it', () => second.lease.mayWork());
    expect([first.seen, second.seen]).toEqual([
      { taken: 1, lost: 0 },
      { taken: 1, lost: 0 },
    ]);
    expect(await leaseOf(db)).toEqual([{ token: 2n, holder: second.id }]);
  });

  test('who renews it in time keeps it', async () => {
    const db = await startDatabase();
    const first = await join(db, { beat: 20 });
    await first.lease.start();
    const second = await join(db, { beat: 20, longest: 5000 });
    await second.lease.start();
    const before = await withSession(db, (session) => session.query('select renewed_at from work_lease'));
    await until('it was renewed often', async () => {
      const { rows } = await withSession(db, (session) =>
        session.query<{ often: boolean }>(
          `select renewed_at > $1::timestamptz + interval '200 ms' as often from work_lease`,
          [before.rows[0]?.['renewed_at']],
        ),
      );
      return rows[0]?.often === true;
    });
    expect([first.lease.mayWork(), second.lease.mayWork()]).toEqual([true, false]);
  });

  test('of one that is paused, nothing that it began is written, and nothing that it begins', async () => {
    const db = await startDatabase();
    const first = await join(db);
    await first.lease.start();
    const connection = await first.db.lease();
    await connection.query('begin');
    await connection.query(`insert into rate_window (key, used, ends_at) values ('\\x01', 1, now())`);

    const second = await join(db, { beat: 20, longest: 300 });
    await second.lease.start();
    await until('the second one has it', () => second.lease.mayWork());
    await expect(connection.query('commit')).rejects.toThrow();
    connection.release(true);
    await expect(withSession(first.db, (session) => session.query('select 1'))).rejects.toThrow(FencedError);
    const { rows } = await withSession(db, (session) => session.query('select * from rate_window'));
    expect(rows).toEqual([]);
    expect(await leaseOf(db)).toEqual([{ token: 2n, holder: second.id }]);
  });

  test('a process that finds that another one has its work says so once, and does not take it back', async () => {
    const db = await startDatabase();
    const first = await join(db, { beat: 100 });
    await first.lease.start();
    const second = await join(db);
    await withSession(db, async (session) => {
      await session.query('update work_lease set holder = $1, token = token + 1', [second.id]);
      await session.query('update server_process set fenced_at = now() where id = $1', [first.id]);
    });
    await until('the first one knows', () => first.seen.lost === 1);
    expect(first.lease.mayWork()).toBe(false);
    await first.leave();
    expect(await leaseOf(db)).toEqual([{ token: 2n, holder: second.id }]);
    expect(first.seen).toEqual({ taken: 1, lost: 1 });
  });

  test('one that took it, and did not learn of it, has it all the same', async () => {
    const db = await startDatabase();
    const first = await join(db, { beat: 20, longest: 1 });
    await withSession(db, (session) =>
      session.query(`insert into work_lease (token, holder, renewed_at) values (7, $1, '2026-01-01')`, [
        first.id,
      ]),
    );
    await first.lease.start();
    expect([first.lease.mayWork(), first.seen]).toEqual([true, { taken: 1, lost: 0 }]);
    expect(await leaseOf(db)).toEqual([{ token: 7n, holder: first.id }]);
    await withSession(first.db, (session) => session.query('select 1'));
  });

  test('a holder that is gone with its connections is replaced sooner than one that may be paused', async () => {
    const db = await startDatabase();
    const first = await join(db);
    await first.lease.start();
    const second = await join(db, { beat: 20, withoutConnections: 200 });
    await second.lease.start();
    await delay(500);
    expect(second.lease.mayWork()).toBe(false);
    // The process ends without a word: its connections close.
    await withSession(db, (session) =>
      session.query(
        'select pg_terminate_backend(pid, 30000) from pg_stat_activity where application_name = $1',
        [`hopscope ${first.id}`],
      ),
    );
    await until('the second one has it', () => second.lease.mayWork());
  });

  test('a process with another token secret does not start beside it, and does after it', async () => {
    const db = await startDatabase();
    const first = await join(db);
    await first.lease.start();
    const other = () => registerProcess(db, { mode: 'api', version: '1.0.0', tokenSecret: 'another one' });
    await expect(other()).rejects.toThrow(ProcessError);
    await expect(other()).rejects.toThrow(/Set the same TOKEN_SECRET for all of them/);
    await first.leave();
    await until('its connections are closed', () =>
      other().then(
        () => true,
        () => false,
      ),
    );
    const { rows } = await withSession(db, (session) =>
      session.query('select encode(secret_check, $1) as shown from server_process', ['escape']),
    );
    expect(JSON.stringify(rows)).not.toContain('secret of all');
  });
});
