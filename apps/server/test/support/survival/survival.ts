import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SqlDatabase } from '../../../src/db/session.ts';
import { emptyTables } from '../databases.ts';
import { dumpLedger } from '../ledger/dump.ts';
import { createRandom, type Random } from './random.ts';
import type { Answer, Order } from './survival-child.ts';
import type { SurvivalSubject } from './survival-subject.ts';

const program = fileURLToPath(new URL('./survival-child.ts', import.meta.url));

/** A process that works on the ledger and can be killed. */
interface Worker<Work> {
  /** Sends an order and returns its answer; undefined if the process ended before it. */
  send(order: Order<Work>): Promise<Answer | undefined>;
  kill(): Promise<void>;
  /** Closes the database and ends the process. */
  close(): Promise<void>;
}

async function startWorker<Work>(url: string, chain: string): Promise<Worker<Work>> {
  const child: ChildProcess = fork(program, [url, chain], {
    // Blocks contain bytes and bigints.
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let ended = false;
  const exit = once(child, 'exit').then(() => {
    ended = true;
    return undefined;
  });
  const answer = async (): Promise<Answer | undefined> =>
    Promise.race([once(child, 'message').then(([message]): Answer => message), exit]);
  if (!(await answer())) throw new Error('The worker did not start');
  return {
    async send(order) {
      if (ended) return undefined;
      const reply = answer();
      child.send(order, () => {});
      return reply;
    },
    async kill() {
      child.kill('SIGKILL');
      await exit;
    },
    async close() {
      const reply = answer();
      child.send({ kind: 'close' } satisfies Order<Work>);
      await reply;
      if (child.connected) child.disconnect();
      await exit;
    },
  };
}

/** Kinds and rates of disturbances. */
export interface SurvivalOptions {
  /** URL of the database under test. */
  url: string;
  /** A database for fresh syncs. */
  fresh: SqlDatabase;
  seeds: readonly number[];
  /** Share of operations during which the process is killed, and of those after which it is closed and restarted. */
  killShare: number;
  restartShare: number;
  /** Waits until a killed process no longer works on the database. */
  settled?(): Promise<void>;
  /** Terminates the worker's database connections; used instead of a kill in a share of cases. */
  terminate?(): Promise<void>;
}

export interface SurvivalCounts {
  sequences: number;
  operations: number;
  kills: number;
  /** Number of kills before the operation took effect. */
  killsBefore: number;
  terminations: number;
  restarts: number;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/**
 * Runs sequences of operations, kills, and restarts on one database, each continuing from the previous one. After each
 * disturbance, the ledger must be in the state before or after the operation and pass its audit; at the end of each sequence, its
 * tables must equal those of a fresh sync. Throws errors with the seed.
 */
export async function survive<State, Work>(
  subject: SurvivalSubject<State, Work>,
  options: SurvivalOptions,
): Promise<SurvivalCounts> {
  const { url, fresh } = options;
  const counts: SurvivalCounts = {
    sequences: 0,
    operations: 0,
    kills: 0,
    killsBefore: 0,
    terminations: 0,
    restarts: 0,
  };
  const first = subject.begin(options.seeds[0] ?? 0);
  let state = first.after;
  let worker = await startWorker<Work>(url, subject.name);
  let usual = 40; // measured duration of an operation in milliseconds

  const ask = async (order: Order<Work>): Promise<string> => {
    const answer = await worker.send(order);
    if (!answer?.ok) throw new Error(`The worker failed to ${order.kind}: ${answer?.message ?? 'it ended'}`);
    return answer.text;
  };
  const audit = async (): Promise<void> => {
    const violation = await ask({ kind: 'audit' });
    if (violation !== '') throw new Error(`Violation: ${violation}`);
  };
  const restart = async (): Promise<void> => {
    await options.settled?.();
    worker = await startWorker<Work>(url, subject.name);
  };

  /** Runs the order, and kills the process (or its connections) meanwhile. */
  const disturb = async (order: Order<Work>, whims: Random): Promise<void> => {
    const reply = worker.send(order);
    await pause((whims.below(1000) / 1000) * usual * 1.6);
    if (options.terminate && whims.chance(0.3)) {
      counts.terminations++;
      await options.terminate();
      await reply;
      await options.settled?.();
      // The next statement may still use a connection terminated while idle, and fail.
      for (let tries = 0; tries < 3 && !(await worker.send({ kind: 'hashes' }))?.ok; tries++) await pause(20);
      return;
    }
    counts.kills++;
    await worker.kill();
    await restart();
  };

  const runSequence = async (seed: number): Promise<void> => {
    const random = createRandom(seed);
    // Separate random numbers: the frequency of disturbances must not depend on the results of kills.
    const whims = createRandom(seed + 1_000_000);
    for (let left = 3 + whims.below(4); left > 0; left--) {
      const { work, after } = subject.plan(state, random);
      const order: Order<Work> = { kind: 'perform', work };
      counts.operations++;
      if (whims.chance(options.killShare)) {
        await disturb(order, whims);
        const hashes = await ask({ kind: 'hashes' });
        if (hashes === subject.hashesOf(after)) state = after;
        else if (hashes === subject.hashesOf(state)) counts.killsBefore++;
        else
          throw new Error(
            `The ledger has neither the blocks before the operation nor those after it: ${hashes}`,
          );
        await audit();
        continue;
      }
      const started = performance.now();
      await ask(order);
      usual = usual * 0.8 + (performance.now() - started) * 0.2;
      state = after;
      if (whims.chance(options.restartShare)) {
        counts.restarts++;
        await worker.close();
        await restart();
        await audit();
      }
    }
    await audit();
    await subject.rebuild(fresh, state);
    const expected = await dumpLedger(fresh, subject.name);
    await emptyTables(fresh);
    if ((await ask({ kind: 'dump' })) !== expected)
      throw new Error('The tables differ from those of a fresh sync');
    counts.sequences++;
  };

  try {
    await ask({ kind: 'perform', work: first.work });
    for (const seed of options.seeds) {
      await runSequence(seed).catch((error: unknown) => {
        throw new Error(`Sequence with seed ${seed} (of ${options.seeds[0]}…) failed: ${String(error)}`, {
          cause: error,
        });
      });
    }
    return counts;
  } finally {
    await worker.kill();
  }
}
