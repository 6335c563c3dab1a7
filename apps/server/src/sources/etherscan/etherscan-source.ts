import { setTimeout as sleep } from 'node:timers/promises';
import { toHex } from '@hopscope/chain';
import type { SourceStatus } from '@hopscope/contract';
import { inTransaction, type SqlDatabase, withSession } from '../../db/session.ts';
import {
  type EthereumRemoteTip,
  noteEthereumAsked,
  readDueEthereumAddress,
  readEthereumRemoteAddress,
  readEthereumRemoteTip,
  writeEthereumRemoteTip,
} from '../../ledger/ethereum/by-address.ts';
import type { EthereumLedger } from '../../ledger/ethereum/ledger.ts';
import { createPace } from '../shared/polite.ts';
import { HaltError, SourceError } from '../shared/source-error.ts';
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
  reorganisationLimit: number;
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

interface Question {
  work(tip: EthereumRemoteTip): Promise<WantAnswer>;
  tell(answer: WantAnswer): void;
}

/** An Etherscan-compatible service as the source of single addresses of Ethereum: for those who have no node. */
export function createEtherscanSource(options: {
  db: SqlDatabase;
  ledger: EthereumLedger;
  settings: EtherscanSettings;
  onFailure: (error: unknown) => void;
  onTrouble: (reason: string) => void;
  /** Milliseconds since 1970. */
  now: () => number;
}): EtherscanSource {
  const { db, ledger, settings, now } = options;
  const { chainId } = settings;
  const loop = createSourceLoop({ ...options, ...settings, connect, height: tipHeight });
  const pace = createPace({
    perSecond: settings.perSecond,
    now,
    sleep: (ms) => sleep(ms, undefined, { signal: loop.signal }),
  });
  const api = createEtherscanApi({ ...settings, signal: loop.signal, pace });
  const loader = createListLoader({ ...settings, db, api, now });
  const wanted = new Map<string, { promise: Promise<WantAnswer>; entry: Question }>();
  let unplaced = true;

  async function tipHeight(): Promise<number | null> {
    return (await withSession(db, readEthereumRemoteTip))?.height ?? null;
  }

  async function connect(): Promise<{ step(): Promise<boolean> }> {
    if ((await ledger.ranges()).length > 0) {
      throw new HaltError(
        'This ledger holds blocks. Single addresses of a service never stand beside them: use an empty database.',
      );
    }
    const held = await withSession(db, readEthereumRemoteTip);
    if (held && held.chainId !== chainId) {
      throw new HaltError(`This database holds addresses of chain ${held.chainId}, not of ${chainId}.`);
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
    if (!block) throw new SourceError('contradictory', 'The service does not know its newest block yet');
    const tip: EthereumRemoteTip = { chainId, height, hash: block.hash, time: block.time };
    await inTransaction(db, 'read write', (session) => writeEthereumRemoteTip(session, tip, before));
    return tip;
  }

  async function answerNext(tip: EthereumRemoteTip): Promise<boolean> {
    const next = wanted.entries().next().value;
    if (!next) return false;
    const [name, { entry }] = next;
    const answer = await entry.work(tip).catch((error: unknown): WantAnswer => {
      if (error instanceof SourceError) entry.tell({ kind: 'later', reason: error.message });
      wanted.delete(name);
      throw error;
    });
    wanted.delete(name);
    entry.tell(answer);
    return true;
  }

  async function step(): Promise<boolean> {
    const tip = await followTip();
    loop.progress(tip.height, tip.height);
    if (await answerNext(tip)) return true;
    const due = await withSession(db, (session) =>
      readDueEthereumAddress(session, { tip: tip.hash, askedSince: now() - freshMs }),
    );
    if (due) {
      await (due.whole ? loader.check(due, tip) : loader.goOn(due));
      unplaced = true;
      return true;
    }
    if (unplaced) unplaced = await placeNext({ db, api });
    return unplaced;
  }

  /** One question at a time of each kind; a source that cannot go on answers with its reason. */
  function want(name: string, work: Question['work']): Promise<WantAnswer> {
    const open = wanted.get(name);
    if (open) return open.promise;
    const status = loop.status();
    if (status.phase === 'failed') return Promise.resolve({ kind: 'later', reason: status.reason });
    let tell: (answer: WantAnswer) => void = () => {};
    const promise = new Promise<WantAnswer>((resolve) => {
      tell = resolve;
    });
    wanted.set(name, { promise, entry: { work, tell } });
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
        entry.tell({ kind: 'later', reason: 'The server is stopping' });
      wanted.clear();
    },
  };
}
