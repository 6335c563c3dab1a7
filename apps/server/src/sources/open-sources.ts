import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Blockchain, SourceStatus } from '@hopscope/contract';
import type { Logger } from 'pino';
import { createMatching } from '../contexts/compliance/matching/matching.ts';
import type { Config } from '../config.ts';
import type { SqlDatabase } from '../db/session.ts';
import { createBitcoinLedger } from '../ledger/bitcoin/ledger.ts';
import { createBitcoinMempool } from '../ledger/bitcoin/mempool/mempool.ts';
import { createEthereumLedger } from '../ledger/ethereum/ledger.ts';
import { nativeHashing } from '../ledger/native-hashing.ts';
import { relayLog } from '../lib/relay-log.ts';
import { chooseSources } from './choose-sources.ts';
import type { SourceThreadData, SourceThreadReply, SourceThreadRequest } from './source-thread.ts';
import {
  noSources,
  type ContractAnswer,
  type DatedAttribution,
  type DemoClient,
  nothingKnown,
  type SideState,
  type Sources,
  type SourcesState,
  type FetchResult,
  type FetchRequest,
} from './sources.ts';

/** Sources before their start. */
export interface OpenSources {
  sources: Sources;
  /** Calls the listener when the state of the sources has changed; only the latest listener. */
  onChange(listener: () => void): void;
  start(): void;
  stop(): Promise<void>;
}

type Balance = { amount: bigint; height: number } | null;
/** Maximum time in milliseconds that a caller waits for a remote provider. */
const longestWantMs = 8000;
const unanswered: ContractAnswer = { kind: 'unanswered' };
const threadFailed = 'The source thread stopped because of an error';

/**
 * Chooses and prepares the sources. From `start` to `stop`, they run in a thread with its own database connections: a batch
 * of blocks never blocks the event loop of the pages.
 */
export async function openSources(options: {
  config: Config;
  db: SqlDatabase;
  logger: Logger;
}): Promise<OpenSources> {
  const { config, db, logger } = options;
  const chosen = chooseSources(config, {
    bitcoin: await createBitcoinLedger({ db, hashing: nativeHashing }).network(),
    ethereum: (await createEthereumLedger({ db }).chain())?.network,
  });
  await forgetMempool(options, chosen);
  if (chosen.bitcoin === 'off' && chosen.ethereum === 'off') {
    return { sources: noSources, onChange: () => {}, start: () => {}, stop: async () => {} };
  }
  let state = everywhere(chosen, { status: { phase: 'starting' }, lastError: null, node: null });
  const questions = new Map<number, (balance: Balance) => void>();
  /** Without an answer, they return why there is none yet. */
  const wants = new Map<number, (answer?: FetchResult) => void>();
  const calls = new Map<number, (answer: ContractAnswer) => void>();
  let nextId = 1;
  let worker: Worker | undefined;
  let stopped = (): void => {};
  let changed = (): void => {};
  const attributions: DatedAttribution[] = [];
  const clients: DemoClient[] = [];

  function become(next: SourcesState): void {
    state = next;
    changed();
  }
  const post = (request: SourceThreadRequest): void => worker?.postMessage(request, []);
  const handle = (reply: SourceThreadReply): void => {
    if (reply.kind === 'state') become(reply.state);
    else if (reply.kind === 'attributions') {
      attributions.push(...reply.attributions);
      clients.push(...reply.clients);
    } else if (reply.kind === 'log') relayLog(logger, reply.line);
    else if (reply.kind === 'stopped') stopped();
    else if (reply.kind === 'want') wants.get(reply.id)?.(reply.answer);
    else if (reply.kind === 'callContract') calls.get(reply.id)?.(reply.answer);
    else {
      questions.get(reply.id)?.(reply.balance);
      questions.delete(reply.id);
    }
  };
  function fail(error: unknown): void {
    logger.error({ err: error }, threadFailed);
    become(everywhere(chosen, failedNow()));
    for (const answer of questions.values()) answer(null);
    questions.clear();
    for (const answer of wants.values()) answer();
    for (const answer of calls.values()) answer(unanswered);
  }

  /** Like `fetchOnDemand`, for a contract. */
  async function callContract(to: Uint8Array, data: Uint8Array): Promise<ContractAnswer> {
    const id = nextId++;
    const late = setTimeout(() => calls.get(id)?.(unanswered), longestWantMs);
    const answer = await new Promise<ContractAnswer>((resolve) => {
      calls.set(id, resolve);
      post({ kind: 'callContract', id, to, data });
    });
    clearTimeout(late);
    calls.delete(id);
    return answer;
  }

  /** Sends a request to the thread; returns a reason after a few seconds at most. */
  async function fetchOnDemand(blockchain: Blockchain, wanted: FetchRequest): Promise<FetchResult> {
    const id = nextId++;
    const late = setTimeout(() => wants.get(id)?.(), longestWantMs);
    const answer = await new Promise<FetchResult>((resolve) => {
      wants.set(id, (reported) => resolve(reported ?? notYet(state[blockchain].status)));
      post({ kind: 'want', id, blockchain, wanted });
    });
    clearTimeout(late);
    wants.delete(id);
    return answer;
  }

  return {
    sources: {
      bitcoin: {
        source: chosen.bitcoin,
        status: () => state.bitcoin.status,
        lastError: () => state.bitcoin.lastError,
        node: () => state.bitcoin.node,
        fetchOnDemand: async (wanted) =>
          chosen.bitcoin === 'esplora'
            ? fetchOnDemand('bitcoin', wanted)
            : noSources.bitcoin.fetchOnDemand(wanted),
      },
      ethereum: {
        source: chosen.ethereum,
        status: () => state.ethereum.status,
        lastError: () => state.ethereum.lastError,
        node: () => state.ethereum.node,
        fetchOnDemand: async (wanted) =>
          chosen.ethereum === 'etherscan'
            ? fetchOnDemand('ethereum', wanted)
            : noSources.ethereum.fetchOnDemand(wanted),
        callContract: async (to, data) =>
          worker && chosen.ethereum === 'rpc' ? callContract(to, data) : unanswered,
        async balanceAt(address) {
          if (!worker || chosen.ethereum !== 'rpc') return null;
          const id = nextId++;
          return new Promise<Balance>((resolve) => {
            questions.set(id, resolve);
            post({ kind: 'balanceAt', id, address });
          });
        },
      },
      stories: chosen.bitcoin === 'demo' ? () => state.stories : undefined,
      attributions: chosen.bitcoin === 'demo' ? () => attributions : undefined,
      clients: chosen.bitcoin === 'demo' ? () => clients : undefined,
    },
    onChange(listener) {
      changed = listener;
    },
    start() {
      const database = db.share();
      const workerData: SourceThreadData = { config, chosen, database };
      worker = new Worker(new URL('./source-thread.ts', import.meta.url), {
        workerData,
        resourceLimits: { maxOldGenerationSizeMb: 4096 },
      });
      worker.on('message', handle);
      worker.on('error', fail);
    },
    async stop() {
      if (!worker) return;
      const exited = once(worker, 'exit');
      const asked = new Promise<void>((resolve) => {
        stopped = resolve;
      });
      post({ kind: 'stop' });
      await Promise.race([asked, exited]);
      await worker.terminate();
      for (const answer of questions.values()) answer(null);
      for (const answer of wants.values()) answer({ kind: 'later', reason: 'the server is stopping' });
      for (const answer of calls.values()) answer(unanswered);
    },
  };
}

/** Removes unconfirmed transactions if no source lists them any longer. */
async function forgetMempool(
  { config, db }: { config: Config; db: SqlDatabase },
  { bitcoin }: ReturnType<typeof chooseSources>,
): Promise<void> {
  const limit = config.bitcoin.unconfirmedLimit;
  if (bitcoin !== 'core' || limit > 0) return;
  const { bitcoin: listener } = createMatching();
  await createBitcoinMempool({ db, hashing: nativeHashing, limit, now: Date.now, listener }).clear();
}

/** Returns why a request has no answer yet. */
function notYet(status: SourceStatus | null): FetchResult {
  const stopped = status?.phase === 'retrying' || status?.phase === 'failed';
  return { kind: 'later', reason: stopped ? status.reason : 'the service has not responded yet' };
}

/** Returns the state for both chains, if they have a source. */
function everywhere(chosen: ReturnType<typeof chooseSources>, side: SideState<never>): SourcesState {
  return {
    bitcoin: chosen.bitcoin === 'off' ? nothingKnown.bitcoin : side,
    ethereum: chosen.ethereum === 'off' ? nothingKnown.ethereum : side,
    stories: nothingKnown.stories,
  };
}

function failedNow(): SideState<never> {
  const lastError = { text: threadFailed, at: Math.floor(Date.now() / 1000) };
  return { status: { phase: 'failed', reason: threadFailed }, lastError, node: null };
}
