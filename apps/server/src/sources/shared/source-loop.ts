import { setTimeout as sleep } from 'node:timers/promises';
import { ChainError } from '@hopscope/chain';
import type { SourceStatus } from '@hopscope/contract';
import { LedgerError } from '../../ledger/shared/ledger-error.ts';
import { storageTrouble } from '../../ledger/shared/storage-trouble.ts';
import { FatalSourceError, SourceError } from './source-error.ts';

const longestRetryMs = 60_000;
/** After a failure that waiting alone does not mend, times the pause after others: every minute at the usual second. */
const haltFactor = 60;

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
  /** Told whenever something is in the way, in the words of the status. */
  onTrouble(reason: string): void;
}

export interface SourceLoop {
  readonly signal: AbortSignal;
  status(): SourceStatus;
  /** Newest height held, as far as told. */
  height(): number | null;
  /** `target` is where the node, or the run of blocks that comes in, ends; below `held` the node is behind. */
  progress(held: number, target: number): void;
  /** Ends a pause: there may be something new. */
  wake(): void;
  /** Runs until `stop`, or until a defect of our own, which stays in the status. */
  start(): void;
  stop(): Promise<void>;
}

/** Why a source cannot go on for now, in words that have no secret in them; undefined for defects of our own. */
function passing(error: unknown): string | undefined {
  if (error instanceof SourceError) return error.message;
  if (error instanceof ChainError) return `The node's response is invalid: ${error.message}`;
  if (error instanceof LedgerError) return `The node's blocks don't fit the ledger: ${error.message}`;
  return storageTrouble(error);
}

function progressStatus(held: number, target: number): SourceStatus {
  if (target > held) return { phase: 'loading', height: held, target };
  if (target < held) return { phase: 'behind', height: held, nodeHeight: target };
  return { phase: 'following', height: held };
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

  function meet(trouble: SourceStatus & { reason: string }): void {
    status = trouble;
    options.onTrouble(trouble.reason);
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
        const halted = error instanceof FatalSourceError;
        const reason = halted ? error.message : passing(error);
        if (reason === undefined || stopping.signal.aborted) throw error;
        // The node may be another one behind the same address by now: it is asked again what it is.
        connected = undefined;
        woken = false;
        if (halted) {
          meet({ phase: 'failed', reason: `${reason} Checked again every minute.` });
          await rest(options.retryMs * haltFactor);
          continue;
        }
        meet({ phase: 'retrying', reason, height });
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
      status = progressStatus(held, target);
    },
    wake() {
      woken = true;
      wake();
    },
    start() {
      running = live().catch((error: unknown) => {
        if (stopping.signal.aborted) return;
        meet({ phase: 'failed', reason: 'Reading from the node stopped because of an error' });
        options.onFailure(error);
      });
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
