import { setTimeout as sleep } from 'node:timers/promises';
import { toHex } from '@hopscope/chain';
import type { SourceStatus } from '@hopscope/contract';
import { inTransaction, type SqlDatabase, withSession } from '../../db/session.ts';
import {
  type EthereumRemoteTip,
  noteEthereumAsked,
  readEthereumRemoteAddress,
  readEthereumRemoteTip,
  writeEthereumRemoteTip,
} from '../../ledger/ethereum/remote/by-address.ts';
import type { EthereumDemand } from '../../ledger/ethereum/remote/remote-demand.ts';
import type { EthereumListener } from '../../ledger/ethereum/listener.ts';
import type { EthereumLedger } from '../../ledger/ethereum/ledger.ts';
import { createRateLimiter } from '../shared/rate-limiter.ts';
import { FatalSourceError, SourceError } from '../shared/source-error.ts';
import { createSourceLoop } from '../shared/source-loop.ts';
import type { WantAnswer } from '../sources.ts';
import { createEtherscanApi } from './etherscan-api.ts';
import { createListLoader } from './load-lists.ts';
import { placeNext } from './place-transactions.ts';

export interface EtherscanSettings {
  /** Base of the calls. */
  url: string;
  /** A secret: never in logs. */
  key: string | undefined;
  chainId: bigint;
  perSecond: number;
  /** Rows that the service gives at once. */
  window: number;
  /** Blocks at the end of the chain that are asked for again. */
  reorganizationLimit: number;
  pollMs: number;
  timeoutMs: number;
  retryMs: number;
  maxBytes: number;
}

export interface EtherscanSource {
  status(): SourceStatus;
  requests(): number;
  /** Brings the history of an address, its first part at least. Never throws. */
  wantAddress(key: Uint8Array): Promise<WantAnswer>;
  /** Runs until `stop`; a defect of our own ends it and stays in the status. */
  start(): void;
  stop(): Promise<void>;
}

/** Addresses that somebody asked for within this time are kept up to date. */
const freshMs = 24 * 3_600_000;

/** A history that does not hold is looked at again after this time, or with a new block, where somebody asks. */
const problemMs = 60_000;

/** A history that does not hold is fetched anew after this time where it is monitored. */
const monitoredProblemMs = 3_600_000;
/** Addresses that are compared before the tip is looked at again. */
const comparedAtOnce = 20;
/** Addresses that failed and are passed over, at most, until all others had their turn or there is a new block. */
const mostPassed = 1000;

interface Question {
  work(tip: EthereumRemoteTip): Promise<WantAnswer>;
  answer(answer: WantAnswer): void;
}

/** An Etherscan-compatible service as the source of single addresses of Ethereum: for those who have no node. */
export function createEtherscanSource(options: {
  db: SqlDatabase;
  ledger: EthereumLedger;
  listener: EthereumListener;
  demand: EthereumDemand;
  settings: EtherscanSettings;
  onFailure: (error: unknown) => void;
  onTrouble: (reason: string) => void;
  /** Milliseconds since 1970. */
  now: () => number;
}): EtherscanSource {
  const { db, ledger, listener, demand, settings, now } = options;
  const { chainId } = settings;
  const loop = createSourceLoop({ ...options, ...settings, connect, height: tipHeight });
  const limiter = createRateLimiter({
    perSecond: settings.perSecond,
    now,
    sleep: (ms) => sleep(ms, undefined, { signal: loop.signal }),
  });
  const api = createEtherscanApi({ ...settings, signal: loop.signal, limiter });
  const loader = createListLoader({ ...settings, db, api, listener, now });
  const wanted = new Map<string, { promise: Promise<WantAnswer>; entry: Question }>();
  /** Keys in hex. */
  const passed = new Set<string>();
  let unplaced = true;

  async function tipHeight(): Promise<number | null> {
    return (await withSession(db, readEthereumRemoteTip))?.height ?? null;
  }

  async function connect(): Promise<{ step(): Promise<boolean> }> {
    if ((await ledger.ranges()).length > 0) {
      throw new FatalSourceError(
        "This ledger contains blocks. Data of single addresses isn't mixed with them: use an empty database.",
      );
    }
    const held = await withSession(db, readEthereumRemoteTip);
    if (held && held.chainId !== chainId) {
      throw new FatalSourceError(
        `This database contains addresses of chain ${held.chainId}, not of ${chainId}.`,
      );
    }
    await api.probe();
    unplaced = true;
    return { step };
  }

  /** Looks where the chain of the service ends, one request while that stays. */
  async function followTip(): Promise<EthereumRemoteTip> {
    const before = await withSession(db, readEthereumRemoteTip);
    const height = await api.blockNumber();
    if (before?.height === height) return before;
    const block = await api.block(height);
    if (!block) throw new SourceError('contradictory', "The service doesn't report its newest block yet");
    const tip: EthereumRemoteTip = { chainId, height, hash: block.hash, time: block.time };
    await inTransaction(db, 'read write', (session) => writeEthereumRemoteTip(session, tip, before));
    passed.clear();
    return tip;
  }

  async function answerNext(tip: EthereumRemoteTip): Promise<boolean> {
    const next = wanted.entries().next().value;
    if (!next) return false;
    const [name, { entry }] = next;
    const answer = await entry.work(tip).catch((error: unknown): WantAnswer => {
      if (error instanceof SourceError) entry.answer({ kind: 'later', reason: error.message });
      wanted.delete(name);
      throw error;
    });
    wanted.delete(name);
    entry.answer(answer);
    return true;
  }

  /** One that fails is passed over until all others had their turn: it keeps none of them from theirs. */
  async function orPass(key: Uint8Array, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (passed.size >= mostPassed) passed.clear();
      passed.add(toHex(key));
      throw error;
    }
  }

  /** Compares addresses with the service, the most overdue first; whether there were any. */
  async function compareDue(tip: EthereumRemoteTip): Promise<boolean> {
    const due = await withSession(db, (session) =>
      demand.due(session, {
        tip: tip.hash,
        askedSince: now() - freshMs,
        problemsBefore: now() - monitoredProblemMs,
        passed: [...passed],
        limit: comparedAtOnce,
      }),
    );
    for (const address of due) {
      if (wanted.size > 0) break;
      await orPass(address.key, () => loader.check(address, tip));
    }
    return due.length > 0;
  }

  /** Fetches the next windows of an unfinished history; whether there was one. */
  async function fetchUnfinished(): Promise<boolean> {
    if (wanted.size > 0) return false;
    const address = await withSession(db, (session) => demand.unfinished(session, { passed: [...passed] }));
    if (!address) return false;
    await orPass(address.key, () => loader.goOn(address));
    return true;
  }

  async function step(): Promise<boolean> {
    const tip = await followTip();
    loop.progress(tip.height, tip.height);
    if (await answerNext(tip)) return true;
    // Each kind of work goes on, however much there is of the others.
    const compared = await compareDue(tip);
    const fetched = await fetchUnfinished();
    if (compared || fetched) unplaced = true;
    if (unplaced && wanted.size === 0) unplaced = await placeNext({ db, api });
    if (compared || fetched || unplaced) return true;
    const again = passed.size > 0;
    passed.clear();
    return again;
  }

  /** One question at a time of each kind; a source that cannot go on answers with its reason. */
  function want(name: string, work: Question['work']): Promise<WantAnswer> {
    const open = wanted.get(name);
    if (open) return open.promise;
    const status = loop.status();
    if (status.phase === 'failed') return Promise.resolve({ kind: 'later', reason: status.reason });
    let settle: (answer: WantAnswer) => void = () => {};
    const promise = new Promise<WantAnswer>((resolve) => {
      settle = resolve;
    });
    wanted.set(name, { promise, entry: { work, answer: settle } });
    loop.wake();
    return promise;
  }

  async function bringAddress(key: Uint8Array, askedAt: number, tip: EthereumRemoteTip): Promise<WantAnswer> {
    const held = await withSession(db, (session) => readEthereumRemoteAddress(session, key));
    const compared = held && Buffer.compare(held.checkedTip, tip.hash) === 0;
    if (compared && (held.problem === undefined || now() - held.checkedAt < problemMs)) {
      await inTransaction(db, 'read write', (session) => noteEthereumAsked(session, key, askedAt));
    } else {
      await loader.check({ key, askedAt }, tip);
      unplaced = true;
    }
    return { kind: 'known' };
  }

  return {
    status: loop.status,
    requests: () => api.requests(),
    wantAddress: (key) => {
      const askedAt = now();
      return want(`address ${toHex(key)}`, (tip) => bringAddress(key, askedAt, tip));
    },
    start: loop.start,
    async stop() {
      await loop.stop();
      for (const { entry } of wanted.values())
        entry.answer({ kind: 'later', reason: 'The server is stopping' });
      wanted.clear();
    },
  };
}
