import type { Logger } from 'pino';

/** Ends early when the signal says that the server stops. */
export type Work = (signal: AbortSignal) => Promise<unknown>;

interface Job {
  readonly name: string;
  readonly everyMs: number;
  readonly work: Work;
  /** Tables in which its work appears. */
  readonly tables: readonly string[];
  dueAt: number;
  running: Promise<void> | undefined;
  /** Work has appeared while it ran. */
  again: boolean;
  runs: number;
  failures: number;
  seconds: number;
}

const tickMs = 500;
/** How often a job that is told of its work looks all the same: for what becomes due by time, and for what was missed. */
const idleMs = 5000;
/** Looks of different jobs are spread over as many moments: each takes a connection to the database. */
const moments = 10;
/** Work that appears within this time is done together. */
const gatherMs = 20;

/**
 * Repeated work of the server. A job never overlaps with itself; what it throws is logged and it comes again in time.
 * Nothing runs by itself before `start`.
 */
export function createJobs({
  logger,
  now,
  record = (_name, work) => work(),
}: {
  logger: Logger;
  now: () => number;
  /** Runs the work of a job, and records it. */
  record?: ((name: string, work: () => Promise<unknown>) => Promise<unknown>) | undefined;
}) {
  const jobs: Job[] = [];
  let stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Timeout | undefined;
  /** Jobs are told of their work. */
  let notified = false;

  async function run(job: Job): Promise<void> {
    const begun = performance.now();
    try {
      await record(job.name, () => job.work(stopping.signal));
    } catch (error) {
      job.failures++;
      if (!stopping.signal.aborted) logger.error({ err: error, job: job.name }, 'job failed');
    } finally {
      job.runs++;
      job.seconds += (performance.now() - begun) / 1000;
      job.running = undefined;
      if (job.again) {
        job.again = false;
        job.dueAt = Number.NEGATIVE_INFINITY;
        runSoon();
      }
    }
  }

  function runSoon(): void {
    if (timer)
      soon ??= setTimeout(() => {
        soon = undefined;
        void runDue();
      }, gatherMs);
  }

  async function runDue(): Promise<void> {
    const time = now();
    const due = jobs.filter((job) => job.dueAt <= time);
    await Promise.all(
      due.map((job) => {
        if (!job.running) {
          const waits = notified && job.tables.length > 0;
          const later = (jobs.indexOf(job) % moments) * tickMs;
          job.dueAt = time + (waits ? Math.max(job.everyMs, idleMs + later) : job.everyMs);
          job.running = run(job);
        }
        return job.running;
      }),
    );
  }

  return {
    /**
     * Adds a job; its first run is due at once. `tables` are those in which its work appears: while changes of them are told
     * (`listening`, `wake`), it runs at once where there is work, and seldom otherwise.
     */
    every(ms: number, name: string, work: Work, tables: readonly string[] = []): void {
      jobs.push({
        name,
        everyMs: ms,
        work,
        tables,
        dueAt: Number.NEGATIVE_INFINITY,
        running: undefined,
        again: false,
        runs: 0,
        failures: 0,
        seconds: 0,
      });
    },
    /** Returns how often each job ran and failed, and the seconds that it took in total. */
    figures: (): { job: string; runs: number; failures: number; seconds: number }[] =>
      jobs.map(({ name, runs, failures, seconds }) => ({ job: name, runs, failures, seconds })),
    /** Whether `wake` is called from now on; what happened before counts as work for every job. */
    listening(yes: boolean): void {
      notified = yes;
      for (const job of jobs) if (job.tables.length > 0) job.dueAt = Number.NEGATIVE_INFINITY;
    },
    /** Work has appeared in a table. */
    wake(table: string): void {
      for (const job of jobs) {
        if (!job.tables.includes(table)) continue;
        if (job.running) job.again = true;
        else {
          job.dueAt = Number.NEGATIVE_INFINITY;
          runSoon();
        }
      }
    },
    /** Runs what is due and waits for it, and for what is running of it. */
    runDue,
    start(): void {
      stopping = new AbortController();
      timer ??= setInterval(() => void runDue(), tickMs);
    },
    /** Lets the running jobs come to their end. */
    async stop(): Promise<void> {
      clearInterval(timer);
      clearTimeout(soon);
      timer = undefined;
      soon = undefined;
      stopping.abort();
      for (const job of jobs) await job.running;
    },
  };
}

export type Jobs = ReturnType<typeof createJobs>;
