import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type DirectoryFeed,
  type DirectoryJob,
  type FeedSettings,
  type StepProgress,
  isBuiltIn,
} from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { AppError, badRequest, conflict, notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import type { By } from '../../identity/people/people.service.ts';
import { addMissingFeeds, deleteFeed, type FeedRow, findFeed, readFeeds, writeFeed } from './feeds.store.ts';
import {
  beginStep,
  endJob,
  endStep,
  findJob,
  findRunningJob,
  insertJob,
  type JobRow,
  readEnded,
  readJobs,
  readSteps,
  requestCancel,
  type StepRow,
  storeProgress,
} from './jobs.store.ts';
import { seedHash } from './seed/seed.ts';
import { shippedFeeds } from './shipped-feeds.ts';
import { type RunStep, StepError } from './step-runner.ts';

/** Longest wait of `GET /sot/update`: below the 180 seconds that clients wait. */
const longestWaitMs = 170_000;
/** Longest wait for the end of a canceled job. */
const longestCancelMs = 20_000;
/** Interval in milliseconds at which a job of another process is looked at. */
const lookMs = 250;
/** Interval in milliseconds at which progress is stored. */
const progressMs = 1000;
const jobsShown = 5;

/**
 * Updates the directory from lists: one job at a time, one step per list, one transaction per step. Jobs are stored in the
 * database, so that an interrupted one continues after a restart with the remaining lists.
 */
export function createDirectoryUpdate(options: {
  kysely: Kysely<Schema>;
  audit: Pick<Audit, 'record'>;
  runStep: RunStep;
  /** Returns the hash of a source's last content. */
  contentHashOf: (source: string) => Promise<string | undefined>;
  /** Absolute; shown to the operator. */
  folder: string;
  /** Whether this process runs jobs; otherwise, the database tells the one that does. */
  works: () => boolean;
  logger: Logger;
  now: () => number;
}) {
  const { kysely, audit, runStep, contentHashOf, folder, works, logger, now } = options;
  const progress = new Map<string, StepProgress>();
  let progressStoredAt = 0;
  let running: { id: string; work: Promise<void>; stop: AbortController; canceled: boolean } | undefined;

  async function start(by: By | undefined, wanted: readonly string[] | undefined): Promise<string> {
    const feeds = await readFeeds(kysely);
    const chosen = wanted
      ? feeds.filter(({ id }) => wanted.includes(id))
      : feeds.filter(({ enabled }) => enabled);
    const unknown = wanted?.find((id) => !feeds.some((feed) => feed.id === id));
    if (unknown !== undefined) throw notFound(`The list “${unknown}” does not exist.`);
    const id = randomUUID();
    await kysely.transaction().execute(async (trx) => {
      if (await findRunningJob(trx)) throw conflict('A job is already running.');
      await insertJob(trx, {
        id,
        actor: by?.actor?.user._id ?? null,
        at: new Date(now()),
        feeds: chosen.map((feed) => feed.id),
      });
      await audit.record(trx, {
        ...by,
        organizationId: null,
        action: 'directory.update_started',
        subject: { type: 'directory_job', id },
        after: { feeds: chosen.map((feed) => feed.id) },
      });
    });
    if (works()) launch(id);
    return id;
  }

  /** Notes what the running step does, and stores it from time to time. */
  function note(id: string, at: StepProgress): void {
    progress.set(id, at);
    if (now() - progressStoredAt < progressMs) return;
    progressStoredAt = now();
    storeProgress(kysely, id, at).catch((error: unknown) =>
      logger.warn({ err: error, job: id }, 'the progress of a directory job was not stored'),
    );
  }

  /** Resolves when a job has ended, here or in another process, or after `longestMs`. */
  async function ended(id: string, longestMs: number): Promise<void> {
    const late = performance.now() + longestMs;
    if (running?.id === id) {
      const timeout = delay(longestMs, undefined, { ref: false });
      return Promise.race([running.work, timeout]);
    }
    while ((await findJob(kysely, id))?.state === 'running' && performance.now() < late) await delay(lookMs);
  }

  function launch(id: string): void {
    if (running?.id === id) return;
    const stop = new AbortController();
    const entry = { id, stop, canceled: false, work: Promise.resolve() };
    entry.work = work(entry)
      .catch((error: unknown) => logger.error({ err: error, job: id }, 'directory job failed'))
      .finally(() => {
        if (running === entry) running = undefined;
      });
    running = entry;
  }

  async function work(entry: { id: string; stop: AbortController; canceled: boolean }): Promise<void> {
    const steps = await readSteps(kysely, [entry.id]);
    if ((await findJob(kysely, entry.id))?.cancel_requested === true) cancelHere(entry);
    for (const step of steps) {
      if (step.state !== 'queued' && step.state !== 'running') continue;
      if (entry.stop.signal.aborted) break;
      await runOne(entry, step);
    }
    progress.delete(entry.id);
    // A server that stops leaves the job unfinished: it continues after the restart.
    if (entry.stop.signal.aborted && !entry.canceled) return;
    await finish(entry);
  }

  function cancelHere(entry: { stop: AbortController; canceled: boolean }): void {
    entry.canceled = true;
    entry.stop.abort();
  }

  async function runOne(entry: { id: string; stop: AbortController }, step: StepRow): Promise<void> {
    const feed = await findFeed(kysely, step.feed_id);
    await beginStep(kysely, step, new Date(now()));
    const end = { state: 'failed' as StepRow['state'], report: null, error: null as string | null };
    try {
      if (!feed) throw new StepError('The list was removed.');
      const report = await runStep(feed, {
        signal: entry.stop.signal,
        onProgress: (at) => note(entry.id, at),
      });
      await endStep(kysely, step, { state: 'succeeded', report, error: null, at: new Date(now()) });
    } catch (error) {
      if (entry.stop.signal.aborted) return;
      if (!(error instanceof StepError))
        logger.error({ err: error, feed: step.feed_id }, 'directory list failed');
      const reason = error instanceof Error ? error.message : String(error);
      await endStep(kysely, step, { ...end, error: reason, at: new Date(now()) });
    }
  }

  async function finish(entry: { id: string; canceled: boolean }): Promise<void> {
    const steps = await readSteps(kysely, [entry.id]);
    const failed = steps.filter(({ state }) => state === 'failed');
    const changes = steps.reduce((sum, { report }) => sum + changesOf(report), 0n);
    const state = entry.canceled ? 'canceled' : failed.length > 0 ? 'failed' : 'succeeded';
    const error = failed.length === 0 ? null : failed.map((step) => step.error ?? step.feed_id).join('\n');
    await kysely.transaction().execute(async (trx) => {
      if (!(await endJob(trx, entry.id, { state, changes, error, at: new Date(now()) }))) return;
      await audit.record(trx, {
        organizationId: null,
        action: 'directory.update_ended',
        subject: { type: 'directory_job', id: entry.id },
        after: { state, changes: changes.toString(), failed: failed.map(({ feed_id }) => feed_id) },
      });
    });
  }

  async function present(rows: readonly JobRow[]): Promise<DirectoryJob[]> {
    const steps = await readSteps(
      kysely,
      rows.map(({ id }) => id),
    );
    const names = new Map((await readFeeds(kysely)).map(({ id, name }) => [id, name]));
    return rows.map((row) =>
      presentJob(
        row,
        steps.filter(({ job_id }) => job_id === row.id),
        {
          nameOf: (id) => names.get(id) ?? id,
          // Written by this program.
          progress: progress.get(row.id) ?? (row.progress as StepProgress | null),
        },
      ),
    );
  }

  async function get(id: string): Promise<DirectoryJob> {
    const row = await findJob(kysely, id);
    const [job] = row ? await present([row]) : [];
    if (!job) throw notFound('The job does not exist.');
    return job;
  }

  /**
   * Runs a job that another process started, or that was interrupted by a restart or a database failure; cancels the running
   * one if another process asked for it. Returns true if a job runs.
   */
  async function keepUp(): Promise<boolean> {
    const stored = await findRunningJob(kysely);
    if (running?.id === stored?.id && running && stored?.cancel_requested === true) cancelHere(running);
    if (stored && !running) launch(stored.id);
    return stored !== undefined || running !== undefined;
  }

  return {
    keepUp,
    /**
     * Adds lists that are new in this version, and continues an interrupted job. `withSeed` imports a missing seed, so
     * that the directory is useful from the first day.
     */
    async resume({ withSeed }: { withSeed: boolean }): Promise<void> {
      await addMissingFeeds(kysely, shippedFeeds, new Date(now()));
      if ((await keepUp()) || !withSeed) return;
      const seed = await findFeed(kysely, 'seed');
      if (seed?.enabled && (await contentHashOf('seed')) !== seedHash()) await start(undefined, ['seed']);
    },
    /** Stops this process's work; a running job continues after the restart. */
    async stop(): Promise<void> {
      running?.stop.abort();
      await running?.work;
    },
    /** Starts a job, or joins the running one; returns at its end or after 170 seconds. */
    async update(by: By): Promise<DirectoryJob> {
      const id = running?.id ?? (await findRunningJob(kysely))?.id ?? (await start(by, undefined));
      await ended(id, longestWaitMs);
      return get(id);
    },
    async begin(by: By, feeds: readonly string[] | undefined): Promise<DirectoryJob> {
      return get(await start(by, feeds));
    },
    async cancel(by: By, id: string): Promise<DirectoryJob> {
      await get(id);
      const requested = await kysely.transaction().execute(async (trx) => {
        if (!(await requestCancel(trx, id))) return false;
        await audit.record(trx, {
          ...by,
          organizationId: null,
          action: 'directory.update_canceled',
          subject: { type: 'directory_job', id },
        });
        return true;
      });
      if (requested && running?.id === id) cancelHere(running);
      if (requested) await ended(id, longestCancelMs);
      return get(id);
    },
    get,
    async list(page: { page: number; limit: number }) {
      const { rows, total } = await readJobs(kysely, page);
      return { data: await present(rows), total, ...page };
    },
    /** Returns the last five ended jobs, newest first. */
    async history() {
      return (await readEnded(kysely, jobsShown)).map((row) => ({
        _id: row.id,
        updatedAt: row.updated_at.toISOString(),
        success: row.state === 'succeeded',
        count: Number(row.changes),
        error: row.error ?? (row.state === 'canceled' ? 'Canceled' : null),
      }));
    },
    async feeds() {
      return { data: (await readFeeds(kysely)).map(presentFeed), folder };
    },
    async putFeed(by: By, id: string, settings: FeedSettings): Promise<DirectoryFeed> {
      refuseOddLocation(settings);
      const row: FeedRow = { id, ...settings, updated_at: new Date(now()) };
      await kysely.transaction().execute(async (trx) => {
        const before = await findFeed(trx, id);
        if (before && Object.hasOwn(shippedFeeds, id) && before.importer !== settings.importer) {
          throw badRequest('validation_failed', 'The format of a built-in list cannot be changed.');
        }
        await writeFeed(trx, row);
        await audit.record(trx, {
          ...by,
          organizationId: null,
          action: 'directory.feed_changed',
          subject: { type: 'directory_feed', id: null },
          before: before ? { ...before, updated_at: undefined } : null,
          after: { id, ...settings },
        });
      });
      return presentFeed(row);
    },
    async removeFeed(by: By, id: string): Promise<void> {
      if (Object.hasOwn(shippedFeeds, id)) {
        throw badRequest('validation_failed', 'A built-in list cannot be removed. Turn it off instead.');
      }
      await kysely.transaction().execute(async (trx) => {
        const before = await findFeed(trx, id);
        if (!before) throw notFound('The list does not exist.');
        await deleteFeed(trx, id);
        await audit.record(trx, {
          ...by,
          organizationId: null,
          action: 'directory.feed_removed',
          subject: { type: 'directory_feed', id: null },
          before: { id, name: before.name },
        });
      });
    },
  };
}

/** Refuses web addresses with a password, and paths outside of the folder for lists. */
function refuseOddLocation({ importer, location }: FeedSettings): void {
  if (location === null) return;
  const refuse = (message: string): never => {
    throw new AppError('validation_failed', message, { fields: [{ field: 'location', message }] });
  };
  if (isBuiltIn(importer)) refuse('This list is built in and has no URL.');
  if (/^https?:\/\//i.test(location)) {
    const url = URL.canParse(location) ? new URL(location) : undefined;
    if (!url) refuse('Please enter a valid URL.');
    else if (url.username !== '' || url.password !== '')
      refuse('The URL must not contain a user name or password.');
  } else if (/^[a-z][a-z0-9+.-]*:/i.test(location)) refuse('The URL must start with https:// or http://.');
  else if (location.startsWith('/') || location.split(/[/\\]/).includes('..')) {
    refuse('Please enter a path inside the list folder.');
  }
}

function changesOf(report: StepRow['report']): bigint {
  if (!report) return 0n;
  const { statements, attributions } = report;
  return BigInt(statements.added + statements.removed + attributions.added + attributions.removed);
}

function presentFeed(row: FeedRow): DirectoryFeed {
  const { updated_at: updatedAt, importer, ...feed } = row;
  return {
    ...feed,
    importer: importer as DirectoryFeed['importer'],
    shipped: Object.hasOwn(shippedFeeds, row.id),
    updatedAt: updatedAt.toISOString(),
  };
}

function presentJob(
  row: JobRow,
  steps: readonly StepRow[],
  known: { nameOf: (feed: string) => string; progress: StepProgress | null },
): DirectoryJob {
  return {
    _id: row.id,
    state: row.state,
    startedAt: row.started_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    count: Number(row.changes),
    error: row.error,
    steps: steps.map((step) => ({
      feed: step.feed_id,
      name: known.nameOf(step.feed_id),
      state: step.state,
      progress: step.state === 'running' ? known.progress : null,
      report: step.report,
      error: step.error,
      startedAt: step.started_at?.toISOString() ?? null,
      finishedAt: step.finished_at?.toISOString() ?? null,
    })),
  };
}
