import { getHealth, getStatus } from '@hopscope/contract';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createBackups } from '../../src/contexts/operations/backups/backups.service.ts';
import { recordBackup } from '../../src/contexts/operations/backups/backup-record.ts';
import { createKysely } from '../../src/db/dialect.ts';
import type { SqlDatabase } from '../../src/db/session.ts';
import { PlaceError } from '../../src/backup/places.ts';
import { createApi } from '../support/api/api-client.ts';
import { describeWithDatabase } from '../support/databases.ts';

const hour = 3_600_000;
const logger = pino({ level: 'silent' });

/** A schedule of every 24 hours with a clock; `fails` decides about the next backup. */
function scheduleOn(db: SqlDatabase) {
  const kysely = createKysely(db);
  const clock = { now: Date.parse('2026-03-01T00:00:00Z'), fails: false, made: 0 };
  const now = (): number => clock.now;
  const backups = createBackups({
    kysely,
    logger,
    now,
    settings: { to: '/backups', everyHours: 24 },
    run: () =>
      recordBackup(kysely, { chain: true, now }, async () => {
        clock.made++;
        if (clock.fails) throw new PlaceError('the store at 10.0.0.1 refused the key');
        return { bytes: 1234, rawBytes: 5678 };
      }).then(
        () => {},
        () => {},
      ),
  });
  return { clock, keepUp: () => backups.keepUp(new AbortController().signal), report: backups.report };
}

describeWithDatabase('The schedule of backups', (databases) => {
  test('makes one at once, then every interval, and again an hour after a failure', async () => {
    const { clock, keepUp, report } = scheduleOn(await databases.empty());
    expect(await report()).toMatchObject({ status: 'waiting', everyHours: 24, lastAt: null });
    await keepUp();
    await keepUp();
    expect(clock.made).toBe(1);
    clock.now += 24 * hour;
    clock.fails = true;
    await keepUp();
    expect(clock.made).toBe(2);
    expect(await report()).toMatchObject({
      status: 'failed',
      lastAt: Date.parse('2026-03-01T00:00:00Z') / 1000,
      lastBytes: 1234,
      // No host: everyone who is signed in reads it.
      lastFailure: { text: 'the place for backups cannot be used', at: clock.now / 1000 },
    });
    clock.now += hour / 2;
    await keepUp();
    expect(clock.made).toBe(2);
    clock.now += hour / 2;
    clock.fails = false;
    await keepUp();
    expect(clock.made).toBe(3);
    expect(await report()).toMatchObject({ status: 'done', lastAt: clock.now / 1000, lastFailure: null });
    clock.now += 49 * hour;
    expect(await report()).toMatchObject({ status: 'late' });
  });

  test('reports a backup that was killed as failed, and one that runs as running', async () => {
    const db = await databases.empty();
    const { clock, report } = scheduleOn(db);
    await createKysely(db)
      .insertInto('backup_run')
      .values({ started_at: new Date(clock.now), chain: true })
      .execute();
    const lock = await db.lease();
    await lock.query('select pg_advisory_lock(4207004::int8)');
    expect(await report()).toMatchObject({ status: 'running', lastFailure: null });
    lock.release(true);
    clock.now += 10_000;
    await expect
      .poll(async () => {
        clock.now += 10_000;
        return (await report()).lastFailure?.text;
      })
      .toBe('it was interrupted');
  });

  test('appears in health, on the status page, and in the metrics', async () => {
    const db = await databases.empty();
    await recordBackup(createKysely(db), { chain: false, now: Date.now }, async () => ({
      bytes: 4321,
      rawBytes: 9999,
    }));
    const api = await createApi(db);
    expect((await api.call(getHealth, {})).backup).toEqual({ status: 'done', lastAt: expect.any(Number) });
    expect((await api.call(getStatus, {})).backup).toMatchObject({ lastBytes: 4321, lastChain: false });
    const { body } = await api.app.inject('/metrics');
    expect(body).toContain('\nhopscope_backup_bytes 4321\n');
    expect(body).toContain('\nhopscope_backup_failed 0\n');
    expect(body).toMatch(/\nhopscope_backup_age_seconds \d\n/);
    await api.app.close();
  });
});
