import { setTimeout as sleep } from 'node:timers/promises';
import { ChainError } from '@hopscope/chain';
import type { SourceStatus } from '@hopscope/contract';
import { LedgerError } from '../../ledger/shared/ledger-error.ts';
import { storageTrouble } from '../../ledger/shared/storage-trouble.ts';
import { HaltError, SourceError } from './source-error.ts';

const longestRetryMs = 60_000;

export interface SourceLoopOptions {
  /** Asks the node what it is; its answer is stepped until something fails, then it is asked again. */
  connect(): Promise<{ step(): Promise<boolean> }>;
  /** Newest height held; null while nothing is. */
  height(): Promise<number | null>;
  /** Pause while there is nothing to do. */
  pollMs: number;
  /** Pause after a failure; each further one doubles it, up to a minute. */
  retryMs: number;
  /** A defect of our own; the loop has ended. */
  onFailure(error: unknown): void;
  onRetry(reason: string): void;
}

export interface SourceLoop {
  readonly signal: AbortSignal;
  status(): SourceStatus;
  /** Newest height held, as far as told. */
  height(): number | null;
  progress(held: number, target: number): void;
  /** Ends a pause: there may be something new. */
  wake(): void;
  /** Runs until `stop`, or until a failure that waiting does not mend, which stays in the status. */
  start(): void;
  stop(): Promise<void>;
}

/** Why a source cannot go on for now, in words that have no secret in them; undefined for defects of our own. */
function passing(error: unknown): string | undefined {
  if (error instanceof SourceError) return error.message;
  if (error instanceof ChainError) return `The node's answer does not hold: ${error.message}`;
  if (error instanceof LedgerError) return `The node's blocks do not fit: ${error.message}`;
  return storageTrouble(error);
}

/** Connects, steps, waits, tries again: what every source that asks somebody else does. */
export function createSourceLoop(options: SourceLoopOptions): SourceLoop {
  const stopping = new AbortController();
  let status: SourceStatus = { phase: 'starting' };
  let height: number | null = null;
  let wake: () => void = () => {};
  let woken = false;
  let running: Promise<void> = Promise.resolve();

  /** Waits until the time is over, somebody wakes it or the source is to stop. */
  async function pause(ms: number): Promise<void> {
    if (woken) return;
    const waking = new AbortController();
    wake = () => waking.abort();
    const signal = AbortSignal.any([waking.signal, stopping.signal]);
    await sleep(ms, undefined, { signal }).catch(() => {});
    wake = () => {};
  }

  /** Waits until the time is over or the source is to stop. */
  async function rest(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: stopping.signal }).catch(() => {});
  }

  async function live(): Promise<void> {
    let connected: { step(): Promise<boolean> } | undefined;
    let { retryMs } = options;
    while (!stopping.signal.aborted) {
      try {
        height ??= await options.height();
        connected ??= await options.connect();
        woken = false;
        const more = await connected.step();
        retryMs = options.retryMs;
        if (!more) await pause(options.pollMs);
      } catch (error) {
        const reason = passing(error);
        if (reason === undefined || stopping.signal.aborted) throw error;
        // The node may be another one behind the same address by now: it is asked again what it is.
        connected = undefined;
        woken = false;
        status = { phase: 'retrying', reason, height };
        options.onRetry(reason);
        // What the other side asked for is waited in full; beyond a first moment somebody may end the rest.
        const least = Math.max(options.retryMs, error instanceof SourceError ? (error.retryAfterMs ?? 0) : 0);
        await rest(least);
        if (retryMs > least) await pause(retryMs - least);
        retryMs = Math.min(retryMs * 2, longestRetryMs);
      }
    }
  }

  return {
    signal: stopping.signal,
    status: () => status,
    height: () => height,
    progress(held, target) {
      height = held;
      status =
        target > held ? { phase: 'loading', height: held, target } : { phase: 'following', height: held };
    },
    wake() {
      woken = true;
      wake();
    },
    start() {
      running = live().catch((error: unknown) => {
        if (stopping.signal.aborted) return;
        const known = error instanceof HaltError;
        status = {
          phase: 'failed',
          reason: known ? error.message : 'Reading from the node has stopped because of an error',
        };
        if (!known) options.onFailure(error);
      });
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
