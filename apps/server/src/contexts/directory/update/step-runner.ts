import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { StepProgress, StepReport } from '@hopscope/contract';
import type { Logger } from 'pino';
import type { SqlDatabase } from '../../../db/session.ts';
import type { DirectorySync } from '../releases/sync.service.ts';
import type { FeedRow } from './feeds.store.ts';
import type { UpdateThreadData, UpdateThreadReply } from './update-thread.ts';

/** Imports one list into the directory. Throws StepError with a reason for people, or the signal's reason. */
export type RunStep = (
  feed: FeedRow,
  run: { signal: AbortSignal; onProgress: (progress: StepProgress) => void },
) => Promise<StepReport>;

/** The reason why a list could not be imported; the directory is unchanged. */
export class StepError extends Error {
  override name = 'StepError';
}

/** Time for a thread to end after a request. */
const patienceMs = 10_000;

/**
 * Runs steps in their own thread: reading a list of a hundred megabytes takes seconds of CPU time, which would block
 * requests.
 */
export function createThreadRunner(options: {
  db: SqlDatabase;
  logger: Logger;
  folder: string;
  workFolder: string;
  outboundAllow: string;
  /** Runs a step while no other synchronization runs. */
  runExclusive: DirectorySync['runExclusive'];
}): RunStep {
  const { db, logger, folder, workFolder, outboundAllow, runExclusive } = options;
  const run: RunStep = async (feed, { signal, onProgress }) => {
    signal.throwIfAborted();
    const database = db.share();
    const workerData: UpdateThreadData = { feed, database, folder, workFolder, outboundAllow };
    const worker = new Worker(new URL('./update-thread.ts', import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: 2048 },
    });
    const ended = once(worker, 'exit');
    let end: NodeJS.Timeout | undefined;
    const cancel = (): void => {
      worker.postMessage('cancel', []);
      end = setTimeout(() => void worker.terminate(), patienceMs);
    };
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await new Promise<StepReport>((resolve, reject) => {
        worker.on('message', (reply: UpdateThreadReply) => {
          if (reply.kind === 'progress') onProgress(reply.progress);
          else if (reply.kind === 'done') resolve(reply.report);
          else if (reply.kind === 'failed') reject(new StepError(reply.reason));
          else logger.warn({ feed: feed.id }, reply.message);
        });
        worker.on('error', reject);
        worker.on('exit', () => reject(new StepError('The thread that reads the list has ended')));
      });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', cancel);
      await ended;
      clearTimeout(end);
    }
  };
  return (feed, how) => runExclusive(() => run(feed, how));
}
