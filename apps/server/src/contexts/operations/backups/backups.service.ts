import type { BackupReport } from '@hopscope/contract';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { BackupSettings } from '../../../backup/backup-settings.ts';
import type { Schema } from '../../../db/schema.ts';
import { backupLock } from './backup-record.ts';
import { readLatest } from './backup-runs.store.ts';

const hourMs = 3_600_000;
/** A backup that failed is made again after this time, or at the usual time if that is sooner. */
const againMs = hourMs;

const rememberedMs = 5000;

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);

/** Makes backups by schedule, and reports their state. */
export function createBackups(options: {
  kysely: Kysely<Schema>;
  settings: Pick<BackupSettings, 'to' | 'everyHours'>;
  /** Makes a backup with the settings; resolves when it has ended, whatever the result. */
  run(signal: AbortSignal): Promise<void>;
  logger: Logger;
  now: () => number;
}) {
  const { kysely, settings, now } = options;
  const everyMs = settings.everyHours * hourMs;
  const scheduled = settings.to !== undefined;
  const startedAt = now();

  async function isRunning(): Promise<boolean> {
    const { rows } = await sql<{ locked: boolean }>`select exists (select 1 from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
        and classid = 0 and objid = ${backupLock}::int8::oid and granted) as locked`.execute(kysely);
    return rows[0]?.locked === true;
  }

  /** Reads the state of the backups, without paths and hosts. */
  async function read(): Promise<BackupReport> {
    const [{ newest, complete }, running] = await Promise.all([readLatest(kysely), isRunning()]);
    const ended = newest !== undefined && newest.bytes !== null;
    const failed = newest !== undefined && !ended && !running;
    const last = complete?.finished_at ?? undefined;
    const late = scheduled && now() - Math.max(startedAt, last?.getTime() ?? 0) > 2 * everyMs;
    return {
      everyHours: scheduled ? settings.everyHours : null,
      status: running
        ? 'running'
        : failed
          ? 'failed'
          : late
            ? 'late'
            : last !== undefined
              ? 'done'
              : scheduled
                ? 'waiting'
                : 'off',
      lastAt: last ? secondsOf(last) : null,
      lastBytes: complete?.bytes === undefined || complete.bytes === null ? null : Number(complete.bytes),
      lastChain: complete?.chain ?? null,
      lastFailure: failed
        ? {
            text: newest.failure ?? 'it was interrupted',
            at: secondsOf(newest.finished_at ?? newest.started_at),
          }
        : null,
    };
  }

  let known: { at: number; report: Promise<BackupReport> } | undefined;

  /** Returns the state of the backups; it is read every few seconds at most, because health is requested often. */
  function report(): Promise<BackupReport> {
    if (known && now() - known.at < rememberedMs) return known.report;
    const own = { at: now(), report: read() };
    known = own;
    own.report.catch(() => {
      if (known === own) known = undefined;
    });
    return own.report;
  }

  return {
    report,
    /** Makes a backup if one is due. */
    async keepUp(signal: AbortSignal): Promise<void> {
      if (!scheduled) return;
      const { newest } = await readLatest(kysely);
      const pauseMs = newest && newest.bytes === null ? Math.min(againMs, everyMs) : everyMs;
      if (newest && now() - newest.started_at.getTime() < pauseMs) return;
      if (await isRunning()) return;
      await options.run(signal);
      const { status, lastBytes, lastFailure } = await read();
      if (status === 'done') options.logger.info({ bytes: lastBytes }, 'backup made');
      else options.logger.error({ reason: lastFailure?.text }, 'the backup could not be made');
    },
  };
}

export type Backups = ReturnType<typeof createBackups>;
