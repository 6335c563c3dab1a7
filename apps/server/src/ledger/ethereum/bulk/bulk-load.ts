import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { toHex } from '@hopscope/chain';
import { type SqlSession, transactionOn, withSession } from '../../../db/session.ts';
import { lookupWords } from '../../shared/bulk/lookups.ts';
import { type LoadSessions, withLoadSessions } from '../../shared/bulk/load-sessions.ts';
import { openRunFolder, type RunFolder, RunWriter } from '../../shared/bulk/runs.ts';
import {
  createStaged,
  dropKeys,
  dropStaged,
  stagedName,
  stagedTables,
  swapStaged,
} from '../../shared/bulk/staged-tables.ts';
import { TableStream } from '../../shared/bulk/table-stream.ts';
import { appendEvent } from '../../shared/events.ts';
import { positionOf } from '../../shared/positions.ts';
import { addHeights, type HeightRange, readRangesOf, writeRangesOf } from '../../shared/ranges.ts';
import { noSums, type SumDelta } from '../accounts/effects.ts';
import { addTotals, claimLedger } from '../totals.ts';
import { buildTables } from './build/tables.ts';
import { LoadAssets, type LoadAsset } from './load-assets.ts';
import { choosePartitionBits, type EthereumLoadManifest, ethereumManifests } from './load-manifest.ts';
import type { EthereumLoadOptions, EthereumLoadProgress, EthereumLoadResult } from './load-options.ts';
import type { PreparedBatch } from './prepare-batch.ts';
import { spams } from '../accounts/entries.ts';
import { at as field, bits, entryLayout, two } from './entry-records.ts';

const fakeToken = spams.indexOf('fake_token') << bits.spam;

/**
 * Distributes the entries of a batch to their partitions, with the numbers of their assets in the ledger, and hides those of
 * fake tokens. `assets`: in the order of the batch.
 */
function routeEntries(
  entries: Uint32Array,
  assets: readonly LoadAsset[],
  runs: RunWriter,
  partitionBits: number,
): void {
  const shift = 32 - partitionBits;
  const ids = Uint32Array.from([0, ...assets.map(({ id }) => id)]);
  const fakes = Uint8Array.from([0, ...assets.map(({ fake }) => (fake ? 1 : 0))]);
  for (let from = 0; from < entries.length; ) {
    const size = entryLayout.length(entries, from);
    const buffer = runs.buffer('entry', (entries[from] ?? 0) >>> shift);
    const to = buffer.extend(size);
    const { words } = buffer;
    for (let i = 0; i < size; i++) words[to + i] = entries[from + i] ?? 0;
    const asset = entries[from + field.asset] ?? 0;
    words[to + field.asset] = ids[asset] ?? 0;
    const flags = entries[from + field.flags] ?? 0;
    if (fakes[asset] === 1 && ((flags >>> bits.spam) & two) === 0)
      words[to + field.flags] = flags | fakeToken;
    from += size;
  }
}

/** Returns true if the ledger contains nothing that a load would have to preserve. */
async function isUntouched(session: SqlSession): Promise<boolean> {
  const { rows } = await session.query<{ untouched: boolean }>(
    `select not exists (select 1 from eth_range) and not exists (select 1 from eth_ledger)
       and not exists (select 1 from stale_block where blockchain = 'ethereum') as untouched`,
  );
  return rows[0]?.untouched ?? false;
}

/**
 * Loads the initial history of an empty ledger: blocks become rows and records in segments, and the tables in key order are
 * built once at the end (`docs/decisions/0023-bulk-load.md`). Until then, readers see the empty ledger. A load that was
 * stopped or killed continues after its last segment. Returns undefined if the ledger isn't empty. A block that doesn't fit
 * ends the load below it: the rest is for `EthereumLedger.append`, which reports what is wrong.
 */
export async function bulkLoadEthereum(
  options: EthereumLoadOptions,
): Promise<EthereumLoadResult | undefined> {
  const untouched = await withSession(options.db, async (session) => {
    const free = await isUntouched(session);
    if (!free) await discard(options, session);
    return free;
  });
  if (!untouched) return undefined;
  return withLoadSessions(options.db, (sessions) => loadWith(options, sessions));
}

/** Discards an unfinished load. */
async function discard({ folder }: EthereumLoadOptions, session: SqlSession): Promise<void> {
  await transactionOn(session, async () => {
    await dropStaged(session, 'ethereum');
    await ethereumManifests.remove(session);
  });
  openRunFolder(folder).remove();
}

/** Returns the ranges of heights up to `top`. */
function rangesUpTo(heights: readonly number[], top: number): HeightRange[] {
  return addHeights(
    [],
    heights.filter((height) => height <= top),
  );
}

/** Returns true if the load can continue: same chain, and its blocks are those of the options up to its tip. */
async function fits(
  manifest: EthereumLoadManifest,
  options: EthereumLoadOptions,
  folder: RunFolder,
): Promise<boolean> {
  const { chain, heights } = options;
  if (manifest.chainId !== chain.chainId || manifest.network !== chain.network) return false;
  if (!folder.has(manifest.segments)) return false;
  const top = manifest.ranges.at(-1)?.to ?? -1;
  if (JSON.stringify(rangesUpTo(heights, top)) !== JSON.stringify(manifest.ranges)) return false;
  if (top < 0) return true;
  const hash = await options.hashAt(top);
  return hash !== undefined && toHex(hash) === manifest.tip;
}

/** Deletes the rows of an incomplete segment. */
async function trimStaged(session: SqlSession, top: number): Promise<void> {
  await session.query(`delete from ${stagedName('eth_block')} where height > ${top}`);
  for (const table of ['eth_tx', 'eth_fact'] as const) {
    await session.query(`delete from ${stagedName(table)} where pos >= ${positionOf(top + 1, 0)}`);
  }
}

/** Starts or continues a load. */
async function begin(
  options: EthereumLoadOptions,
  assets: LoadAssets,
  session: SqlSession,
): Promise<EthereumLoadManifest> {
  const stored = await ethereumManifests.read(session);
  if (stored) {
    const folder = openRunFolder(join(options.folder, stored.id));
    if (await fits(stored, options, folder)) {
      // An interruption while keys were added left some of them.
      for (const table of ['eth_block', 'eth_tx', 'eth_fact'] as const) await dropKeys(session, table);
      await trimStaged(session, stored.ranges.at(-1)?.to ?? -1);
      assets.readFrom(folder, stored.segments);
      return stored;
    }
  }
  await discard(options, session);
  const manifest: EthereumLoadManifest = {
    id: randomUUID(),
    ...options.chain,
    partitionBits: choosePartitionBits(options.heights.length),
    segments: 0,
    ranges: [],
    tip: '',
    blocks: 0,
    transactions: 0,
    sums: noSums(),
  };
  await transactionOn(session, async () => {
    for (const table of stagedTables.ethereum) await createStaged(session, table);
    await ethereumManifests.write(session, manifest);
  });
  return manifest;
}

function addSums(sums: SumDelta, more: SumDelta): void {
  sums.transactions += more.transactions;
  sums.untraced += more.untraced;
  for (const name of [
    'received',
    'spent',
    'rewards',
    'withdrawals',
    'fees',
    'burnt',
    'tips',
    'destroyed',
  ] as const)
    sums[name] += more[name];
}

async function loadWith(options: EthereumLoadOptions, sessions: LoadSessions): Promise<EthereumLoadResult> {
  const { signal } = options;
  const assets = new LoadAssets(options.chain.chainId);
  const control = sessions[3];
  let manifest = await begin(options, assets, control);
  const folder = openRunFolder(join(options.folder, manifest.id));
  const runs = new RunWriter();
  const txs = new TableStream(sessions[0], 'eth_tx');
  const facts = new TableStream(sessions[1], 'eth_fact');
  const blocks = new TableStream(sessions[2], 'eth_block');
  const streams = [txs, facts, blocks];
  const sums = { ...manifest.sums };
  let { ranges, tip, blocks: blockCount, transactions } = manifest;
  let segmentTransactions = 0;
  let ending = Promise.resolve();

  const progress = (): EthereumLoadProgress => ({
    blocks: blockCount,
    transactions,
    height: ranges.at(-1)?.to ?? 0,
  });

  /** Waits until everything of a segment is on disk, then writes its manifest. */
  async function seal(ended: EthereumLoadManifest, written: readonly Promise<void>[]): Promise<void> {
    const reached = progress();
    await Promise.all(written);
    await transactionOn(control, async (session) => {
      await session.query('set local synchronous_commit = on');
      await ethereumManifests.write(session, ended);
    });
    options.onProgress?.(reached);
  }

  /** Starts writing the segment to disk, which ends with its manifest, after the previous one has ended. */
  async function endSegment(): Promise<void> {
    await ending;
    assets.writeTo(runs);
    const run = runs.write(folder.pathOf(manifest.segments));
    const rows = streams.map((stream) => stream.end());
    manifest = {
      ...manifest,
      segments: manifest.segments + 1,
      ranges,
      tip,
      blocks: blockCount,
      transactions,
      sums: { ...sums },
    };
    segmentTransactions = 0;
    ending = seal(manifest, [run, ...rows]);
    // A failure is reported when it is awaited.
    ending.catch(() => {});
  }

  /** Returns true if every block of the batch follows the blocks below it. */
  function isInPlace(batch: PreparedBatch): boolean {
    let [top, hash] = [ranges.at(-1)?.to ?? -1, tip];
    for (const block of batch.blocks) {
      if (block.height <= top) return false;
      if (block.height === top + 1 && top >= 0 && toHex(block.parentHash) !== hash) return false;
      [top, hash] = [block.height, toHex(block.hash)];
    }
    return true;
  }

  async function load(batch: PreparedBatch, release: () => void): Promise<void> {
    routeEntries(batch.entries, assets.add(batch), runs, manifest.partitionBits);
    const { lookups } = batch;
    for (let at = 0; at < lookups.length; at += lookupWords) {
      const buffer = runs.buffer('lookup', (lookups[at] ?? 0) >>> (32 - manifest.partitionBits));
      const to = buffer.extend(lookupWords);
      for (let i = 0; i < lookupWords; i++) buffer.words[to + i] = lookups[at + i] ?? 0;
    }
    addSums(sums, batch.sums);
    ranges = addHeights(
      ranges,
      batch.blocks.map(({ height }) => height),
    );
    tip = toHex(batch.blocks.at(-1)?.hash ?? new Uint8Array());
    blockCount += batch.blocks.length;
    transactions += batch.sums.transactions;
    segmentTransactions += batch.sums.transactions;
    const hasFacts = batch.factRows.length > 0;
    let pending = hasFacts ? 3 : 2;
    const done = (): void => {
      if (--pending === 0) release();
    };
    await blocks.pass(batch.blockRows, done);
    await txs.pass(batch.txRows, done);
    if (hasFacts) await facts.pass(batch.factRows, done);
  }

  async function loadAll(): Promise<'all' | 'stopped'> {
    const source = options.prepare(manifest.ranges.at(-1)?.to ?? -1);
    try {
      for (let batch = await source.next(); batch; batch = await source.next()) {
        if (signal?.aborted) return 'stopped';
        if (batch.blocks.length === 0) continue;
        if (!isInPlace(batch)) return 'all';
        const own = batch;
        await load(own, () => source.release(own));
        // Allows pending database writes to continue.
        await setImmediate();
        if (segmentTransactions >= options.segmentTransactions) await endSegment();
      }
      return signal?.aborted ? 'stopped' : 'all';
    } finally {
      await source.close();
    }
  }

  const end = await loadAll().catch(async (error: unknown) => {
    // Pending rows must not arrive after the next load has removed unfinished segments.
    await Promise.allSettled([ending, ...streams.map((stream) => stream.settle())]);
    throw error;
  });
  if (blockCount > manifest.blocks) await endSegment();
  await ending;
  if (end === 'stopped') return { ...progress(), published: false };
  if (blockCount > 0) await publish(options, manifest, { assets, folder, sessions });
  await discard(options, control);
  return { ...progress(), published: true };
}

/** Builds the other tables and replaces those of the ledger with them, in one transaction. */
async function publish(
  options: EthereumLoadOptions,
  manifest: EthereumLoadManifest,
  load: { assets: LoadAssets; folder: RunFolder; sessions: LoadSessions },
): Promise<void> {
  const { assets, folder, sessions } = load;
  const accounts = await buildTables(sessions, {
    manifest,
    folder,
    assets: assets.all,
    openings: options.openings,
  });
  await transactionOn(sessions[0], async (session) => {
    await session.query('set local synchronous_commit = on');
    await claimLedger(session, options.chain);
    if ((await readRangesOf(session, 'eth_range')).length > 0)
      throw new RangeError('The ledger got blocks during the load');
    for (const table of stagedTables.ethereum) await swapStaged(session, table);
    await addTotals(session, manifest.sums, { ...accounts, assets: assets.all.length }, 1n);
    await writeRangesOf(session, 'eth_range', manifest.ranges);
    await options.listener.loaded(session);
    await ethereumManifests.remove(session);
    for (const { from, to } of manifest.ranges) {
      await appendEvent(session, { kind: 'blocks', blockchain: 'ethereum', from, to });
    }
  });
}
