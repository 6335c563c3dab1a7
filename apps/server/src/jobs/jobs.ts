import type { Logger } from 'pino';

/** Ends early when the signal says that the server stops. */
export type Work = (signal: AbortSignal) => Promise<unknown>;

interface Job {
  readonly name: string;
  readonly everyMs: number;
  readonly work: Work;
  dueAt: number;
  running: Promise<void> | undefined;
}

const tickMs = 500;

/**
 * Repeated work of the server. A job never overlaps with itself; what it throws is logged and it comes again in time.
 * Nothing runs by itself before `start`.
 */
export function createJobs({ logger, now }: { logger: Logger; now: () => number }) {
  const jobs: Job[] = [];
  let stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  async function run(job: Job): Promise<void> {
    try {
      await job.work(stopping.signal);
    } catch (error) {
      if (!stopping.signal.aborted) logger.error({ err: error, job: job.name }, 'job failed');
    } finally {
      job.running = undefined;
    }
  }

  async function runDue(): Promise<void> {
    const time = now();
    const due = jobs.filter((job) => job.dueAt <= time);
    await Promise.all(
      due.map((job) => {
        if (!job.running) {
          job.dueAt = time + job.everyMs;
          job.running = run(job);
        }
        return job.running;
      }),
    );
  }

  return {
    /** Adds a job; its first run is due at once. */
    every(ms: number, name: string, work: Work): void {
      jobs.push({ name, everyMs: ms, work, dueAt: Number.NEGATIVE_INFINITY, running: undefined });
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
      timer = undefined;
      stopping.abort();
      for (const job of jobs) await job.running;
    },
  };
}

export type Jobs = ReturnType<typeof createJobs>;
