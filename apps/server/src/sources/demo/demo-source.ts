import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Block,
  coinbaseText,
  decodeBlock,
  equalBytes,
  type Hashing,
  networks,
  sha256d,
  verifyBlock,
} from '@hopscope/chain';
import type { SourceStatus } from '@hopscope/contract';
import { type DemoOptions, parseRunTag } from '@hopscope/demo';
import type { PlacedBlock } from '../../ledger/bitcoin/batch.ts';
import type { BitcoinLedger } from '../../ledger/bitcoin/ledger.ts';
import { type BlockMaker, openBlockMaker } from './block-maker.ts';

type Run = Omit<DemoOptions, 'hashing'>;

/** How the demo network is to be made; an existing demo keeps the settings it was made with, but for `blockSeconds`. */
export interface DemoSettings {
  seed: number;
  days: number;
  transactions: number;
  /** Seconds between live blocks. */
  blockSeconds: number;
}

export interface DemoSource {
  status(): SourceStatus;
  /** Runs until `stop`; a failure ends it and stays in the status. */
  start(): void;
  stop(): Promise<void>;
}

/** Seconds between blocks of the history. */
const historyInterval = 3600;
/** A batch is written when it holds so many transactions or blocks: small, so that questions get their turn. */
const batchTransactions = 400;
const batchBlocks = 120;
/** Every so many live blocks, another miner's block comes first and is replaced. */
const reorganisationEvery = 23;

/** An existing ledger that this version cannot go on with. */
class DemoError extends Error {
  override name = 'DemoError';
}

/** The demo network as a source of blocks: makes its history, then a block every few seconds, through the ledger. */
export function createDemoSource(options: {
  ledger: BitcoinLedger;
  hashing: Hashing;
  settings: DemoSettings;
  /** Milliseconds since 1970. */
  now: () => number;
  onFailure: (error: unknown) => void;
  openMaker?: (run: Run) => BlockMaker;
}): DemoSource {
  const { ledger, hashing, settings } = options;
  const openMaker = options.openMaker ?? openBlockMaker;
  const stopping = new AbortController();
  const seconds = (): number => Math.floor(options.now() / 1000);
  let status: SourceStatus = { phase: 'starting' };
  let running: Promise<void> = Promise.resolve();

  const timeOf = (header: Uint8Array): number =>
    new DataView(header.buffer, header.byteOffset).getUint32(68, true);

  /** The run that the ledger holds, or a new one whose history ends now. */
  async function decide(): Promise<Run> {
    const network = await ledger.network();
    if (network !== undefined && network !== 'demo') {
      throw new DemoError(
        `This ledger holds ${network} blocks; the demo network needs one of its own (another DATA_DIR).`,
      );
    }
    const genesis = await ledger.genesis();
    if (!genesis) {
      const length = settings.days * 86_400;
      return {
        seed: settings.seed,
        length,
        start: seconds() - length,
        blockInterval: historyInterval,
        transactions: settings.transactions,
      };
    }
    const run = parseRunTag(coinbaseText(genesis.coinbaseScript) ?? '');
    if (run === undefined || run === 'outdated') {
      throw new DemoError(
        run === 'outdated'
          ? 'This ledger holds a demo of another version of Hopscope; it stays readable. Use a new DATA_DIR for a new demo.'
          : 'This ledger holds blocks of a demo network that Hopscope did not make.',
      );
    }
    return { ...run, start: timeOf(genesis.header) };
  }

  async function timesHeld(tip: number): Promise<{ times: number[]; hash: Uint8Array }> {
    const times: number[] = [];
    let hash: Uint8Array = new Uint8Array(32);
    for (let from = 0; from <= tip; from += 2000) {
      const heights = Array.from({ length: Math.min(2000, tip - from + 1) }, (_, i) => from + i);
      const headers = await ledger.headers(heights);
      for (const height of heights) {
        const header = headers.get(height);
        if (!header) throw new DemoError(`Block ${height} is missing in this demo ledger`);
        times.push(timeOf(header));
        hash = sha256d(hashing, header);
      }
    }
    return { times, hash };
  }

  /** Lives through what the ledger holds, and puts the right block in the place of a rival that was left at the top. */
  async function catchUp(maker: BlockMaker): Promise<{ height: number; time: number }> {
    const height = (await ledger.ranges()).at(-1)?.to ?? -1;
    if (height < 0) return { height, time: 0 };
    const { times, hash } = await timesHeld(height);
    await maker.replay(times.slice(0, -1));
    const [newest] = await maker.make(times.slice(-1));
    const block = newest && read(newest.bytes);
    const place = { height, time: times.at(-1) ?? 0 };
    if (block && equalBytes(block.hash, hash)) return place;
    const rival = await maker.rival();
    if (!block || !rival || !equalBytes(read(rival.bytes).hash, hash))
      throw new DemoError('The blocks of this demo ledger are not those that this version of Hopscope makes');
    await ledger.reorganise('demo', 1, [{ height, block }]);
    return place;
  }

  function read(bytes: Uint8Array): Block {
    const block = decodeBlock(bytes, { hashing });
    verifyBlock(block, networks.demo, { hashing });
    return block;
  }

  /** Makes and appends blocks of these times, in batches. */
  async function fill(maker: BlockMaker, from: number, times: readonly number[]): Promise<void> {
    const target = from + times.length - 1;
    let next = maker.make(times.slice(0, batchBlocks));
    for (let at = 0; at < times.length && !stopping.signal.aborted; at += batchBlocks) {
      const made = await next;
      const upcoming = times.slice(at + batchBlocks, at + 2 * batchBlocks);
      next = upcoming.length > 0 ? maker.make(upcoming) : Promise.resolve([]);
      // A failure is seen when its turn comes; until then it must not count as unhandled.
      next.catch(() => {});
      let batch: PlacedBlock[] = [];
      let transactions = 0;
      const flush = async (): Promise<void> => {
        if (batch.length === 0) return;
        await ledger.append('demo', batch);
        status = { phase: 'loading', height: batch.at(-1)?.height ?? 0, target };
        batch = [];
        transactions = 0;
      };
      for (const block of made) {
        batch.push({ height: block.height, block: read(block.bytes) });
        transactions += block.transactions;
        if (transactions >= batchTransactions) await flush();
      }
      await flush();
    }
  }

  /** Times of blocks from `after` (exclusive) to now, as far apart as in the history. */
  function timesUntilNow(after: number, first: number): number[] {
    const times: number[] = [];
    const end = seconds() - settings.blockSeconds;
    for (let time = after === 0 ? first : after + historyInterval; time <= end; time += historyInterval)
      times.push(time);
    return times;
  }

  /** Waits until a block is due; false if the demo is to stop. A clock that was set back only makes the block late. */
  async function waitUntil(due: number): Promise<boolean> {
    while (!stopping.signal.aborted && seconds() < due) {
      const wait = Math.min(due * 1000 - options.now(), 60_000);
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => {});
    }
    return !stopping.signal.aborted;
  }

  /** A block every few seconds; now and then another miner's comes first and is replaced with the next one. */
  async function follow(maker: BlockMaker, place: { height: number; time: number }): Promise<void> {
    let { height, time } = place;
    let replaced: PlacedBlock | undefined;
    status = { phase: 'following', height };
    while (await waitUntil(time + settings.blockSeconds)) {
      time = Math.max(time + settings.blockSeconds, seconds());
      const [next] = await maker.make([time]);
      if (!next) throw new DemoError('The demo made no block');
      height = next.height;
      const block: PlacedBlock = { height, block: read(next.bytes) };
      const rival = height % reorganisationEvery === 0 ? await maker.rival() : undefined;
      if (replaced) await ledger.reorganise('demo', 1, [replaced, block]);
      else await ledger.append('demo', [rival ? { height, block: read(rival.bytes) } : block]);
      replaced = rival && !replaced ? block : undefined;
      status = { phase: 'following', height };
    }
  }

  async function live(): Promise<void> {
    const settled = await decide();
    const maker = openMaker(settled);
    try {
      let place = await catchUp(maker);
      const missing = timesUntilNow(place.time, settled.start);
      if (missing.length > 0) {
        const target = place.height + missing.length;
        status = { phase: 'loading', height: Math.max(0, place.height), target };
        await fill(maker, place.height + 1, missing);
        place = { height: target, time: missing.at(-1) ?? place.time };
      }
      await follow(maker, place);
    } finally {
      await maker.close();
    }
  }

  return {
    status: () => status,
    start() {
      running = live().catch((error: unknown) => {
        if (stopping.signal.aborted) return;
        status = {
          phase: 'failed',
          reason: error instanceof DemoError ? error.message : 'The demo has stopped because of an error',
        };
        options.onFailure(error);
      });
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
