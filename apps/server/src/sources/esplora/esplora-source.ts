import { setTimeout as sleep } from 'node:timers/promises';
import { type Hashing, networks, toDisplayHash, toHex, equalBytes } from '@hopscope/chain';
import type { SourceStatus } from '@hopscope/contract';
import { inTransaction, type SqlDatabase, withSession } from '../../db/session.ts';
import {
  keepRemoteTx,
  noteAsked,
  readRemoteAddress,
  readRemoteTip,
  dropBlocks,
  readRemoteBlocks,
  type RemoteTip,
  writeRemoteTip,
} from '../../ledger/bitcoin/remote/by-address.ts';
import type { BitcoinDemand } from '../../ledger/bitcoin/remote/remote-demand.ts';
import type { BitcoinLedger, NetworkName } from '../../ledger/bitcoin/ledger.ts';
import type { BitcoinListener } from '../../ledger/bitcoin/listener.ts';
import { createRateLimiter } from '../shared/rate-limiter.ts';
import { FatalSourceError, SourceError } from '../shared/source-error.ts';
import { createSourceLoop } from '../shared/source-loop.ts';
import type { FetchResult } from '../sources.ts';
import { createEsploraApi, type EsploraApi } from './esplora-api.ts';
import { createHistoryLoader, type WantedAddress } from './load-history.ts';
import { proveNext } from './prove.ts';
import { readTransaction } from './read-tx.ts';
import { appendEvent } from '../../ledger/shared/events.ts';

/**
 * Number of blocks below the chain tip that are checked again with each new one: data that a provider returned just before
 * its chain changed may refer to blocks that left the chain before they were seen as its tip.
 */
const unsettled = 20;

/**
 * Reads the chain tip of the provider, with one request while it is unchanged. After a new block, checks the newest blocks
 * that contain stored transactions; if one of them or the former tip left the chain, checks all of them down to the limit,
 * and removes what has left the chain. Returns the tip, and whether it differs from the former one. Throws SourceError, and
 * errors of `requireNetwork`, which is called before anything is removed.
 */
async function followTip(options: {
  db: SqlDatabase;
  api: EsploraApi;
  listener: BitcoinListener;
  network: string;
  reorganizationLimit: number;
  requireNetwork: () => Promise<void>;
}): Promise<{ tip: RemoteTip; moved: boolean }> {
  const { db, api, network, reorganizationLimit } = options;

  /** Returns blocks above a height that contain stored transactions and aren't in the chain. */
  async function staleAbove(height: number): Promise<Uint8Array[]> {
    const blocks = await withSession(db, (session) => readRemoteBlocks(session, height));
    const gone: Uint8Array[] = [];
    for (const block of blocks) if (!(await api.inBestChain(block))) gone.push(block);
    return gone;
  }

  const before = await withSession(db, readRemoteTip);
  const hash = await api.tipHash();
  if (before && equalBytes(before.hash, hash)) return { tip: before, moved: false };
  const { height, time } = await api.block(hash);
  const tip: RemoteTip = { network, height, hash, time };
  const still = before && (await api.hashAt(before.height));
  const low = before ? Math.min(before.height, height) : height;
  const grown = before === undefined || (still !== undefined && equalBytes(still, before.hash));
  if (grown && (await staleAbove(low - Math.min(unsettled, reorganizationLimit))).length === 0) {
    const from = before ? Math.min(before.height + 1, height) : height;
    await inTransaction(db, 'read write', (session) => writeRemoteTip(session, tip, from));
    return { tip, moved: true };
  }
  await options.requireNetwork();
  const gone = await staleAbove(low - reorganizationLimit);
  await inTransaction(db, 'read write', async (session) => {
    await dropBlocks(session, gone, options.listener);
    await appendEvent(session, {
      kind: 'reorganization',
      blockchain: 'bitcoin',
      from: Math.max(0, low),
      depth: 1,
      to: height,
    });
    await writeRemoteTip(session, tip, height);
  });
  return { tip, moved: true };
}

export interface EsploraSettings {
  /** Base of the calls; may contain a user and password. */
  url: string;
  network: NetworkName;
  perSecond: number;
  reorganizationLimit: number;
  pollMs: number;
  timeoutMs: number;
  retryMs: number;
  maxBytes: number;
}

export interface EsploraSource {
  status(): SourceStatus;
  requests(): number;
  /** Fetches the newest part of an address's history. Never throws. */
  fetchAddress(key: Uint8Array, address: string): Promise<FetchResult>;
  /** Fetches a transaction by its ID (internal byte order). Never throws. */
  fetchTransaction(txid: Uint8Array): Promise<FetchResult>;
  /** Runs until `stop`. */
  start(): void;
  stop(): Promise<void>;
}

/** Addresses that were requested within this time are kept up to date. */
const freshMs = 24 * 3_600_000;

/** Time after which an inconsistent history is fetched again on request; a new block has the same effect. */
const problemMs = 60_000;

/** Time after which an invalid history of a monitored address is fetched again; `problemMs` if nothing of it is stored. */
const monitoredProblemMs = 3_600_000;
/** Number of addresses to compare before checking the chain tip again. */
const comparedAtOnce = 20;
/** Maximum number of failed addresses to skip until all others were processed or there is a new block. */
const mostPassed = 1000;

/** A pending request. It remains until it is completed, even after its callers stopped waiting. */
interface Question {
  work(tip: Uint8Array): Promise<FetchResult>;
  resolvers: ((answer: FetchResult) => void)[];
}

/** Number of proofs to request before checking the chain tip again. */
const proofsAtOnce = 20;
/** Maximum number of pending requests. */
const mostWanted = 1000;

/** Creates a source of individual Bitcoin addresses for installations without a node: an Esplora service. */
export function createEsploraSource(options: {
  db: SqlDatabase;
  ledger: BitcoinLedger;
  listener: BitcoinListener;
  demand: BitcoinDemand;
  hashing: Hashing;
  settings: EsploraSettings;
  onFailure: (error: unknown) => void;
  onTrouble: (reason: string) => void;
  /** Milliseconds since 1970. */
  now: () => number;
}): EsploraSource {
  const { db, ledger, listener, demand, hashing, settings, now } = options;
  const { network } = settings;
  const loop = createSourceLoop({ ...options, ...settings, connect, height: tipHeight });
  const limiter = createRateLimiter({
    perSecond: settings.perSecond,
    now,
    sleep: (ms) => sleep(ms, undefined, { signal: loop.signal }),
  });
  const api = createEsploraApi({ ...settings, signal: loop.signal, limiter, hashing });
  const loader = createHistoryLoader({ db, api, hashing, listener, now });
  const wanted = new Map<string, Question>();
  /** Keys in hex. */
  const passed = new Set<string>();
  let provable = true;

  async function tipHeight(): Promise<number | null> {
    return (await withSession(db, readRemoteTip))?.height ?? null;
  }

  async function requireDatabase(): Promise<void> {
    if ((await ledger.ranges()).length > 0) {
      throw new FatalSourceError(
        'This ledger contains blocks. Data of single addresses is not mixed with them: use an empty database.',
      );
    }
    const stored = await withSession(db, readRemoteTip);
    if (stored && stored.network !== network) {
      throw new FatalSourceError(`This database contains addresses of ${stored.network}, not of ${network}.`);
    }
  }

  async function requireNetwork(): Promise<void> {
    const { genesisHash } = networks[network];
    const reported = await api.hashAt(0);
    if (genesisHash !== '' && reported && toDisplayHash(reported) !== genesisHash) {
      throw new FatalSourceError(`The service is not on ${network}: its first block is another one.`);
    }
  }

  async function connect(): Promise<{ step(): Promise<boolean> }> {
    await requireDatabase();
    await requireNetwork();
    provable = true;
    return { step };
  }

  async function step(): Promise<boolean> {
    const { tip, moved } = await followTip({ ...settings, db, api, listener, requireNetwork });
    if (moved) passed.clear();
    loop.progress(tip.height, tip.height);
    const next = wanted.entries().next().value;
    if (next) {
      await answer(...next, tip.hash);
      return true;
    }
    // Each kind of work progresses, regardless of how much there is of the others.
    const compared = await compareDue(tip.hash);
    const fetched = await fetchUnfinished(tip.hash);
    if (compared || fetched) provable = true;
    const proofs = compared || fetched ? 1 : proofsAtOnce;
    for (let left = proofs; left > 0 && provable && wanted.size === 0; left--) {
      provable = await proveNext({ db, api, listener, network, hashing });
    }
    if (compared || fetched || provable) return true;
    const again = passed.size > 0;
    passed.clear();
    return again;
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
  async function compareDue(tip: Uint8Array): Promise<boolean> {
    const due = await withSession(db, (session) =>
      demand.due(session, {
        tip,
        askedSince: now() - freshMs,
        problemsBefore: now() - monitoredProblemMs,
        nothingBefore: now() - problemMs,
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

  /** Fetches one more page of an incomplete history; returns whether there was one. */
  async function fetchUnfinished(tip: Uint8Array): Promise<boolean> {
    if (wanted.size > 0) return false;
    const address = await withSession(db, (session) =>
      demand.unfinished(session, { tip, passed: [...passed] }),
    );
    if (!address) return false;
    await orPass(address.key, () => loader.resume(address));
    return true;
  }

  async function answer(name: string, question: Question, tip: Uint8Array): Promise<void> {
    try {
      answerAll(question, await question.work(tip));
      wanted.delete(name);
    } catch (error) {
      // Moves it to the end of the queue, so that one that always fails doesn't block the others.
      wanted.delete(name);
      if (wanted.size < mostWanted) wanted.set(name, question);
      if (error instanceof SourceError) answerAll(question, { kind: 'later', reason: error.message });
      throw error;
    }
  }

  function answerAll(question: Question, reported: FetchResult): void {
    for (const resolve of question.resolvers.splice(0)) resolve(reported);
  }

  /** Adds a request, or joins a pending one; a source that can't continue returns its reason. */
  function fetchOnDemand(name: string, work: Question['work']): Promise<FetchResult> {
    // A caller is waiting: a source that pauses after a failure retries.
    loop.wake();
    const status = loop.status();
    if (status.phase === 'failed') return Promise.resolve({ kind: 'later', reason: status.reason });
    if (wanted.size >= mostWanted && !wanted.has(name)) {
      return Promise.resolve({ kind: 'later', reason: 'too many addresses are being fetched' });
    }
    const question = wanted.get(name) ?? { work, resolvers: [] };
    wanted.set(name, question);
    return new Promise<FetchResult>((resolve) => question.resolvers.push(resolve));
  }

  async function bringAddress(address: WantedAddress, tip: Uint8Array): Promise<FetchResult> {
    const stored = await withSession(db, (session) => readRemoteAddress(session, address.key));
    const compared = stored && Buffer.compare(stored.checkedTip, tip) === 0;
    const rests =
      stored?.problem === undefined || (stored.stored > 0 && now() - stored.checkedAt < problemMs);
    if (compared && rests) {
      await inTransaction(db, 'read write', (session) => noteAsked(session, address.key, address.askedAt));
    } else {
      await loader.check(address, tip);
      provable = true;
    }
    return { kind: 'known' };
  }

  async function bringTransaction(txid: Uint8Array): Promise<FetchResult> {
    const reported = await api.transaction(txid);
    if (!reported) return { kind: 'none' };
    const { mined, ...rest } = readTransaction(reported, hashing);
    if (!mined) return { kind: 'later', reason: 'The transaction is unconfirmed' };
    await inTransaction(db, 'read write', (session) => keepRemoteTx(session, { ...rest, mined }, listener));
    provable = true;
    return { kind: 'known' };
  }

  return {
    status: loop.status,
    requests: () => api.requests(),
    fetchAddress: (key, address) =>
      fetchOnDemand(`address ${toHex(key)}`, (tip) => bringAddress({ key, address, askedAt: now() }, tip)),
    fetchTransaction: (txid) => fetchOnDemand(`transaction ${toHex(txid)}`, () => bringTransaction(txid)),
    start: loop.start,
    async stop() {
      await loop.stop();
      for (const question of wanted.values()) {
        answerAll(question, { kind: 'later', reason: 'the server is stopping' });
      }
      wanted.clear();
    },
  };
}
