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
  writeEthereumRemoteAddress,
} from '../../ledger/ethereum/remote/by-address.ts';
import type { EthereumDemand } from '../../ledger/ethereum/remote/remote-demand.ts';
import type { EthereumListener } from '../../ledger/ethereum/listener.ts';
import type { EthereumLedger } from '../../ledger/ethereum/ledger.ts';
import { createRateLimiter } from '../shared/rate-limiter.ts';
import { FatalSourceError, SourceError } from '../shared/source-error.ts';
import { createSourceLoop } from '../shared/source-loop.ts';
import type { FetchResult } from '../sources.ts';
import { createEtherscanApi, type EtherscanApi } from './etherscan-api.ts';
import { createListLoader } from './load-lists.ts';
import { placeTransactions, readUnplaced } from '../../ledger/ethereum/remote/by-address-movements.ts';

/**
 * Requests one block in which the order of an address's movements is unknown: lists of internal movements don't contain the
 * places of their transactions. Returns whether there was one. Throws SourceError.
 */
async function placeNext({ db, api }: { db: SqlDatabase; api: EtherscanApi }): Promise<boolean> {
  const found = await withSession(db, readUnplaced);
  if (!found) return false;
  const { key, height, hashes } = found;
  const block = await api.block(height);
  const order = new Map(block?.hashes.map((hash, i) => [toHex(hash), i] as const));
  const places = new Map<string, number>();
  for (const hash of hashes) {
    const place = order.get(toHex(hash));
    if (place !== undefined) places.set(toHex(hash), place);
  }
  if (places.size === hashes.length) {
    await inTransaction(db, 'read write', (session) => placeTransactions(session, { key, height, places }));
    return true;
  }
  // The chain has changed since, or the provider contradicts itself: requests its lists again.
  await inTransaction(db, 'read write', async (session) => {
    const address = await readEthereumRemoteAddress(session, key);
    const checkedTip = new Uint8Array(0);
    if (address) await writeEthereumRemoteAddress(session, { ...address, checkedTip });
  });
  throw new SourceError(
    'contradictory',
    `The service's lists contain a transaction of block ${height} that is not in this block`,
  );
}

export interface EtherscanSettings {
  /** Base of the calls. */
  url: string;
  /** A secret: never in logs. */
  key: string | undefined;
  chainId: bigint;
  perSecond: number;
  /** Number of rows that the service returns at once. */
  window: number;
  /** Number of blocks at the chain tip to request again. */
  reorganizationLimit: number;
  pollMs: number;
  timeoutMs: number;
  retryMs: number;
  maxBytes: number;
}

export interface EtherscanSource {
  status(): SourceStatus;
  requests(): number;
  /** Fetches the history of an address, at least its first part. Never throws. */
  fetchAddress(key: Uint8Array): Promise<FetchResult>;
  /** Runs until `stop`. */
  start(): void;
  stop(): Promise<void>;
}

/** Addresses that were requested within this time are kept up to date. */
const freshMs = 24 * 3_600_000;

/** Time after which an invalid history is checked again on request; a new block has the same effect. */
const problemMs = 60_000;

/** Time after which an invalid history of a monitored address is fetched again. */
const monitoredProblemMs = 3_600_000;
/** Number of addresses to compare before checking the chain tip again. */
const comparedAtOnce = 20;
/** Maximum number of failed addresses to skip until all others were processed or there is a new block. */
const mostPassed = 1000;

interface Question {
  work(tip: EthereumRemoteTip): Promise<FetchResult>;
  answer(answer: FetchResult): void;
}

/** Creates a source of individual Ethereum addresses for installations without a node: an Etherscan-compatible service. */
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
  const wanted = new Map<string, { promise: Promise<FetchResult>; entry: Question }>();
  /** Keys in hex. */
  const passed = new Set<string>();
  let unplaced = true;

  async function tipHeight(): Promise<number | null> {
    return (await withSession(db, readEthereumRemoteTip))?.height ?? null;
  }

  async function connect(): Promise<{ step(): Promise<boolean> }> {
    if ((await ledger.ranges()).length > 0) {
      throw new FatalSourceError(
        'This ledger contains blocks. Data of single addresses is not mixed with them: use an empty database.',
      );
    }
    const stored = await withSession(db, readEthereumRemoteTip);
    if (stored && stored.chainId !== chainId) {
      throw new FatalSourceError(
        `This database contains addresses of chain ${stored.chainId}, not of ${chainId}.`,
      );
    }
    await api.probe();
    unplaced = true;
    return { step };
  }

  /** Reads the chain tip of the provider, with one request while it is unchanged. */
  async function followTip(): Promise<EthereumRemoteTip> {
    const before = await withSession(db, readEthereumRemoteTip);
    const height = await api.blockNumber();
    if (before?.height === height) return before;
    const block = await api.block(height);
    if (!block) throw new SourceError('contradictory', 'The service does not report its newest block yet');
    const tip: EthereumRemoteTip = { chainId, height, hash: block.hash, time: block.time };
    await inTransaction(db, 'read write', (session) => writeEthereumRemoteTip(session, tip, before));
    passed.clear();
    return tip;
  }

  async function answerNext(tip: EthereumRemoteTip): Promise<boolean> {
    const next = wanted.entries().next().value;
    if (!next) return false;
    const [name, { entry }] = next;
    const answer = await entry.work(tip).catch((error: unknown): FetchResult => {
      if (error instanceof SourceError) entry.answer({ kind: 'later', reason: error.message });
      wanted.delete(name);
      throw error;
    });
    wanted.delete(name);
    entry.answer(answer);
    return true;
  }

  /** Skips an address after a failure until all others were processed, so that it doesn't block them. */
  async function orPass(key: Uint8Array, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (passed.size >= mostPassed) passed.clear();
      passed.add(toHex(key));
      throw error;
    }
  }

  /** Compares addresses with the provider, the most overdue first; returns whether there were any. */
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

  /** Fetches the next windows of an incomplete history; returns whether there was one. */
  async function fetchUnfinished(): Promise<boolean> {
    if (wanted.size > 0) return false;
    const address = await withSession(db, (session) => demand.unfinished(session, { passed: [...passed] }));
    if (!address) return false;
    await orPass(address.key, () => loader.resume(address));
    return true;
  }

  async function step(): Promise<boolean> {
    const tip = await followTip();
    loop.progress(tip.height, tip.height);
    if (await answerNext(tip)) return true;
    // Each kind of work progresses, regardless of how much there is of the others.
    const compared = await compareDue(tip);
    const fetched = await fetchUnfinished();
    if (compared || fetched) unplaced = true;
    if (unplaced && wanted.size === 0) unplaced = await placeNext({ db, api });
    if (compared || fetched || unplaced) return true;
    const again = passed.size > 0;
    passed.clear();
    return again;
  }

  /** Adds a request, one at a time of each kind; a source that can't continue returns its reason. */
  function fetchOnDemand(name: string, work: Question['work']): Promise<FetchResult> {
    const open = wanted.get(name);
    if (open) return open.promise;
    const status = loop.status();
    if (status.phase === 'failed') return Promise.resolve({ kind: 'later', reason: status.reason });
    let settle: (answer: FetchResult) => void = () => {};
    const promise = new Promise<FetchResult>((resolve) => {
      settle = resolve;
    });
    wanted.set(name, { promise, entry: { work, answer: settle } });
    loop.wake();
    return promise;
  }

  async function bringAddress(
    key: Uint8Array,
    askedAt: number,
    tip: EthereumRemoteTip,
  ): Promise<FetchResult> {
    const stored = await withSession(db, (session) => readEthereumRemoteAddress(session, key));
    const compared = stored && Buffer.compare(stored.checkedTip, tip.hash) === 0;
    if (compared && (stored.problem === undefined || now() - stored.checkedAt < problemMs)) {
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
    fetchAddress: (key) => {
      const askedAt = now();
      return fetchOnDemand(`address ${toHex(key)}`, (tip) => bringAddress(key, askedAt, tip));
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
