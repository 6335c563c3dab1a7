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
import {
  createAnswerRequests,
  createRequestBox,
  readSourcesState,
  writeSourcesState,
} from './shared-sources.ts';
import type { SourceAnswer, SourceAnswers, SourceRequest } from './source-requests.ts';
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
  /** Runs the sources in this process. */
  start(): void;
  /** Until `start`, shows the state of the process that runs them, and sends requests to it. */
  follow(): void;
  /** Reads what another process wrote: its state, or answers. `table`: what the database announced. */
  look(table: string): void;
  /** Answers requests of other processes, while the sources run here. */
  answerRequests(): Promise<void>;
  stop(): Promise<void>;
}

/** Maximum time in milliseconds that a caller waits for a remote provider. */
const longestWaitMs = 8000;
/** Intervals in milliseconds at which the state is stored for other processes if it changes, and if it doesn't. */
const [changedMs, sameMs] = [1000, 5000];
/** Interval in milliseconds at which the state of another process is read, unless a change is announced. */
const readMs = 2000;
const unanswered: ContractAnswer = { kind: 'unanswered' };
const threadFailed = 'The source thread stopped because of an error';
const nobodyReads = 'No server process takes blocks at present';

/** The thread that runs the sources. */
function startThread(
  data: SourceThreadData,
  on: { reply(reply: SourceThreadReply): void; fail(error: unknown): void },
) {
  const worker = new Worker(new URL('./source-thread.ts', import.meta.url), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: 4096 },
  });
  const waiting = new Map<number, (answer?: SourceAnswer) => void>();
  let nextId = 1;
  let stopped = (): void => {};
  const post = (request: SourceThreadRequest): void => worker.postMessage(request, []);
  const endWaiting = (): void => {
    for (const end of waiting.values()) end();
  };
  worker.on('message', (reply: SourceThreadReply) => {
    if (reply.kind === 'answer') waiting.get(reply.id)?.(reply.answer);
    else if (reply.kind === 'stopped') stopped();
    else on.reply(reply);
  });
  worker.on('error', (error) => {
    on.fail(error);
    endWaiting();
  });
  return {
    /** Returns the answer; undefined if there is none within `longestMs`. */
    async ask(request: SourceRequest, longestMs: number): Promise<SourceAnswer | undefined> {
      const id = nextId++;
      const { promise, resolve } = Promise.withResolvers<SourceAnswer | undefined>();
      const late = setTimeout(resolve, longestMs);
      waiting.set(id, resolve);
      post({ kind: 'request', id, request });
      const answer = await promise;
      clearTimeout(late);
      waiting.delete(id);
      return answer;
    },
    async stop(): Promise<void> {
      const exited = once(worker, 'exit');
      const asked = new Promise<void>((resolve) => {
        stopped = resolve;
      });
      post({ kind: 'stop' });
      await Promise.race([asked, exited]);
      await worker.terminate();
      endWaiting();
    },
  };
}

/**
 * Chooses and prepares the sources. From `start` to `stop`, they run in a thread with its own database connections: a batch
 * of blocks never blocks the event loop of the pages. Where several processes use one database, one of them runs the sources,
 * and stores their state for the others.
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
    const [nothing, later] = [() => {}, async () => {}];
    return {
      sources: noSources,
      onChange: nothing,
      start: nothing,
      follow: nothing,
      look: nothing,
      answerRequests: later,
      stop: later,
    };
  }
  const starting: SideState<never> = { status: { phase: 'starting' }, lastError: null, node: null };
  const { builtIn } = db.share();
  let state = everywhere(chosen, starting);
  let shown = '';
  let thread: ReturnType<typeof startThread> | undefined;
  let changed = (): void => {};
  /** Another process runs the sources. */
  let following = false;
  let timer: NodeJS.Timeout | undefined;
  let writing = false;
  let written = { at: 0, text: '' };
  const box = createRequestBox(db, logger);
  const attributions: DatedAttribution[] = [];
  const clients: DemoClient[] = [];

  function become(next: SourcesState): void {
    state = next;
    changed();
  }

  /** Stores the state, unless it was a moment ago. */
  async function publish(): Promise<void> {
    const text = JSON.stringify(state);
    const age = Date.now() - written.at;
    if (writing || age < (text === written.text ? sameMs : changedMs)) return;
    writing = true;
    written = { at: Date.now(), text };
    await writeSourcesState(db, state).catch((error: unknown) =>
      logger.warn({ err: error }, 'the state of the sources was not stored'),
    );
    writing = false;
  }

  async function readState(): Promise<void> {
    // While the database doesn't answer, the last state is shown.
    const found = await readSourcesState(db).catch(() => state);
    const next = found ?? everywhere(chosen, { ...starting, status: retrying(nobodyReads) });
    const text = JSON.stringify(next);
    if (!following || text === shown) return;
    shown = text;
    become(next);
  }

  /** Asks the sources, here or in another process; undefined if they don't answer in time. Never throws. */
  async function ask<Kind extends SourceRequest['kind']>(
    request: SourceRequest & { kind: Kind },
  ): Promise<SourceAnswers[Kind] | undefined> {
    const asked = thread ?? (following ? box : undefined);
    const answer = await asked?.ask(request, longestWaitMs).catch((error: unknown) => {
      logger.warn({ err: error }, 'the sources could not be asked');
    });
    // Each kind has its own answer.
    return answer as SourceAnswers[Kind] | undefined;
  }

  /** Sends a request to a source that reads by address; returns a reason after a few seconds at most. */
  const fetchOnDemand = async (blockchain: Blockchain, wanted: FetchRequest): Promise<FetchResult> =>
    (await ask({ kind: 'fetch', blockchain, wanted })) ?? notYet(state[blockchain].status);

  const answerRequests = createAnswerRequests({
    db,
    logger,
    async answer(request) {
      const answer = await thread?.ask(request, longestWaitMs);
      if (answer === undefined) throw new Error('The sources did not answer in time');
      return answer;
    },
  });

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
          (chosen.ethereum === 'rpc' ? await ask({ kind: 'callContract', to, data }) : undefined) ??
          unanswered,
        balanceAt: async (address) =>
          (chosen.ethereum === 'rpc' ? await ask({ kind: 'balanceAt', address }) : undefined) ?? null,
      },
      stories: chosen.bitcoin === 'demo' ? () => state.stories : undefined,
      attributions: chosen.bitcoin === 'demo' ? () => attributions : undefined,
      clients: chosen.bitcoin === 'demo' ? () => clients : undefined,
    },
    onChange(listener) {
      changed = listener;
    },
    start() {
      clearInterval(timer);
      following = false;
      become(everywhere(chosen, starting));
      thread = startThread(
        { config, chosen, database: db.share() },
        {
          reply(reply) {
            if (reply.kind === 'state') become(reply.state);
            else if (reply.kind === 'attributions') {
              attributions.push(...reply.attributions);
              clients.push(...reply.clients);
            } else if (reply.kind === 'log') relayLog(logger, reply.line);
          },
          fail(error) {
            logger.error({ err: error }, threadFailed);
            become(everywhere(chosen, failedNow()));
          },
        },
      );
      // No other process uses the built-in database.
      timer = builtIn ? undefined : setInterval(() => void publish(), changedMs);
    },
    follow() {
      following = true;
      void readState();
      timer = setInterval(() => void readState(), readMs);
    },
    look(table) {
      if (!following) return;
      if (table === 'source_state') void readState();
      if (table === 'source_request') void box.look();
    },
    answerRequests,
    async stop() {
      clearInterval(timer);
      following = false;
      const stopping = thread;
      thread = undefined;
      await stopping?.stop();
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

const retrying = (reason: string): SourceStatus => ({ phase: 'retrying', reason, height: null });

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
