import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Blockchain } from '@hopscope/contract';
import type { Logger } from 'pino';
import type { SqlDatabase } from '../../../../db/session.ts';
import { relayLog } from '../../../../lib/relay-log.ts';
import {
  inOneMessage,
  receiveError,
  type ScoreReply,
  type ScoreRequest,
  type ScoreThreadData,
} from './score-messages.ts';
import type { Scored, ScoreOptions, Scores } from '../score.service.ts';
import type { RiskQuestion } from '../subjects.ts';

/** Far more than a thread uses; beyond it, its scores fail, and not the server. */
const heapMegabytes = 2048;
/** A thread without scores for this long ends and frees its memory. */
const idleMs = 10 * 60_000;
/** Milliseconds that a thread has to close its connections. */
const longestStopMs = 5_000;

interface Waiting {
  resolve(scored: Scored): void;
  reject(error: unknown): void;
}

/** One thread, which runs from its first score until it is idle. */
function createScoreThread(options: {
  db: SqlDatabase;
  remote: Record<Blockchain, boolean>;
  logger: Logger;
}) {
  const { db, remote, logger } = options;
  const waiting = new Map<number, Waiting>();
  let groups = 0;
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  const post = inOneMessage<ScoreRequest>((all) => worker?.postMessage(all, []));

  function receive(reply: ScoreReply): void {
    if (reply.kind === 'log') return relayLog(logger, reply.line);
    const one = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.kind === 'scored') one?.resolve(reply.scored);
    else one?.reject(receiveError(reply.error));
  }

  function start(): void {
    const data: ScoreThreadData = { database: db.share(), remote };
    const made = new Worker(new URL('./score-thread.ts', import.meta.url), {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    });
    // A server that ends for another reason doesn't wait for it.
    made.unref();
    made.on('message', (replies: readonly ScoreReply[]) => {
      for (const reply of replies) receive(reply);
    });
    let fault: unknown = new Error('The thread that scores has stopped');
    made.on('error', (error) => {
      fault = error;
      logger.error({ err: error }, 'the thread that scores stopped because of an error');
    });
    made.on('exit', () => {
      // Another one may already run in its place.
      if (worker !== made) return;
      worker = undefined;
      for (const { reject } of waiting.values()) reject(fault);
      waiting.clear();
    });
    worker = made;
  }

  /** Lets the thread close its connections and end; a later score starts another one. */
  async function stop(): Promise<void> {
    clearTimeout(idle);
    const stopping = worker;
    if (!stopping) return;
    worker = undefined;
    for (const { reject } of waiting.values()) reject(new Error('The thread that scores is stopping'));
    waiting.clear();
    const ended = once(stopping, 'exit');
    stopping.postMessage([{ kind: 'stop' }] satisfies ScoreRequest[], []);
    const late = setTimeout(() => void stopping.terminate(), longestStopMs);
    await ended;
    clearTimeout(late);
  }

  return {
    /** Number of pending scores. */
    pending: () => waiting.size,
    /** Begins a group, which lasts until `end`. */
    begin(): void {
      groups += 1;
      clearTimeout(idle);
    },
    end(group: number): void {
      post({ kind: 'end', group });
      groups -= 1;
      if (groups === 0) idle = setTimeout(() => void stop(), idleMs).unref();
    },
    ask(
      request: Omit<Extract<ScoreRequest, { kind: 'score' }>, 'kind'>,
      signal: AbortSignal | undefined,
    ): Promise<Scored> {
      signal?.throwIfAborted();
      if (!worker) start();
      const { id } = request;
      const { promise, resolve, reject } = Promise.withResolvers<Scored>();
      const onAbort = (): void => {
        post({ kind: 'abort', id });
        if (waiting.delete(id)) reject(signal?.reason);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      waiting.set(id, { resolve, reject });
      post({ kind: 'score', ...request });
      return promise.finally(() => signal?.removeEventListener('abort', onAbort));
    },
    stop,
  };
}

/**
 * Scores like `createScores`, in `count` threads with their own database connections, so that pages never wait for a score.
 * Scores of a snapshot stay in one thread; the next snapshot goes to the thread with the fewest pending scores.
 */
export function createScoreThreads(options: {
  db: SqlDatabase;
  remote: Record<Blockchain, boolean>;
  logger: Logger;
  now: () => number;
  count: number;
}): Scores & { close(): Promise<void> } {
  const { now } = options;
  const threads = Array.from({ length: options.count }, () => createScoreThread(options));
  let lastGroup = 0;
  let lastId = 0;

  async function together<T>(
    work: (score: (question: RiskQuestion, asked: ScoreOptions) => Promise<Scored>) => Promise<T>,
  ): Promise<T> {
    const [first, ...others] = threads;
    if (!first) throw new RangeError('There are no threads');
    // Among equals the first: what it has read is shared by the most.
    const thread = others.reduce((best, one) => (one.pending() < best.pending() ? one : best), first);
    const group = ++lastGroup;
    const running = new Set<Promise<unknown>>();
    let over = false;
    async function score(question: RiskQuestion, { signal, ...asked }: ScoreOptions): Promise<Scored> {
      if (over) throw new Error('The snapshot of these scores is over');
      const scoring = thread.ask({ id: ++lastId, group, question, asked, now: now() }, signal);
      running.add(scoring);
      try {
        return await scoring;
      } finally {
        running.delete(scoring);
      }
    }
    thread.begin();
    try {
      return await work(score);
    } finally {
      over = true;
      await Promise.allSettled(running);
      thread.end(group);
    }
  }

  return {
    score: (question, asked) => together((score) => score(question, asked)),
    together,
    async close() {
      await Promise.all(threads.map((thread) => thread.stop()));
    },
  };
}
