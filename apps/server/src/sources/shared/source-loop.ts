import { setTimeout as sleep } from 'node:timers/promises';
import { ChainError } from '@hopscope/chain';
import type { SourceStatus } from '@hopscope/contract';
import { LedgerError } from '../../ledger/shared/ledger-error.ts';
import { storageTrouble } from '../../ledger/shared/storage-trouble.ts';
import { FatalSourceError, SourceError } from './source-error.ts';

const longestRetryMs = 60_000;
/** Factor of the pause after a failure for which waiting alone doesn't help: every minute with the default of a second. */
const haltFactor = 60;
const internalFault = 'Reading from the node failed because of an error. The log has the details.';

export interface SourceLoopOptions {
  /** Connects to the node and detects what it is; the result is stepped until an error, then it connects again. */
  connect(): Promise<{ step(): Promise<boolean> }>;
  /** Returns the highest height of the ledger; null while it is empty. */
  height(): Promise<number | null>;
  /** Pause in milliseconds while there is nothing to do. */
  pollMs: number;
  /** Pause in milliseconds after a failure; it doubles with each further one, up to a minute. */
  retryMs: number;
  /** Called for every internal error. The loop connects again a minute later: nothing in memory survives, so it may succeed. */
  onFailure(error: unknown): void;
  /** Called for every obstacle, with the text of the status. */
  onTrouble(reason: string): void;
}

export interface SourceLoop {
  readonly signal: AbortSignal;
  status(): SourceStatus;
  /** Returns the highest known height of the ledger. */
  height(): number | null;
  /**
   * Reports progress. `target`: the end of the node's chain, or of the run being loaded; below `height` the node is behind.
   */
  progress(height: number, target: number): void;
  /** Ends a pause: there may be something new. */
  wake(): void;
  /** Runs until `stop`. */
  start(): void;
  stop(): Promise<void>;
}

/** Returns why a source can't continue for now, without secrets; undefined for internal errors and those that a person resolves. */
function passing(error: unknown): string | undefined {
  if (error instanceof SourceError) return error.message;
  if (error instanceof ChainError) return `The node's response is invalid: ${error.message}`;
  if (error instanceof LedgerError) return `The node's blocks do not fit the ledger: ${error.message}`;
  return storageTrouble(error);
}

function progressStatus(height: number, target: number): SourceStatus {
  if (target > height) return { phase: 'loading', height, target };
  if (target < height) return { phase: 'behind', height, nodeHeight: target };
  return { phase: 'following', height };
}

/** Creates the loop of all sources that depend on a remote party: connects, steps, waits, and retries. */
export function createSourceLoop(options: SourceLoopOptions): SourceLoop {
  const stopping = new AbortController();
  let status: SourceStatus = { phase: 'starting' };
  let height: number | null = null;
  let wake: () => void = () => {};
  let woken = false;
  let running: Promise<void> = Promise.resolve();

  /** Waits until the time is over, `wake` is called, or the source must stop. */
  async function pause(ms: number): Promise<void> {
    if (woken) return;
    const waking = new AbortController();
    wake = () => waking.abort();
    const signal = AbortSignal.any([waking.signal, stopping.signal]);
    await sleep(ms, undefined, { signal }).catch(() => {});
    wake = () => {};
  }

  /** Waits until the time is over or the source must stop. */
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
        if (stopping.signal.aborted) return;
        const reason = passing(error);
        if (reason === undefined && !(error instanceof FatalSourceError)) options.onFailure(error);
        // There may be another node at the same URL by now: it is detected again.
        connected = undefined;
        woken = false;
        if (reason === undefined) {
          const fault = error instanceof FatalSourceError ? error.message : internalFault;
          meet({ phase: 'failed', reason: `${fault} The check repeats every minute.` });
          await rest(options.retryMs * haltFactor);
          continue;
        }
        meet({ phase: 'retrying', reason, height });
        // Waits the requested delay in full; after a minimum, `wake` can end the remaining pause.
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
    progress(reached, target) {
      height = reached;
      status = progressStatus(reached, target);
    },
    wake() {
      woken = true;
      wake();
    },
    start() {
      running = live();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
