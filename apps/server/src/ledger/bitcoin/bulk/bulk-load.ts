import {
  type BitcoinNetwork,
  type BlockColumns,
  ChainError,
  claimedHeight,
  networks,
  RETARGET_INTERVAL,
  toDisplayHash,
  toHex,
} from '@hopscope/chain';
import { setImmediate } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type SqlSession, transactionOn, withSession } from '../../../db/session.ts';
import { appendEvent } from '../../shared/events.ts';
import { zeroTotals } from '../blocks/batch.ts';
import { dropUsedForkBlocks } from '../blocks/fork-blocks.ts';
import { claimLedger } from '../ledger-row.ts';
import { addHeights, type HeightRange, readRanges, writeRanges } from '../ranges.ts';
import { addTotals } from '../blocks/batch-writer.ts';
import { buildTables } from './build/tables.ts';
import { ClusterColumns } from './cluster-columns.ts';
import { createBlockLoader, type LoadState, UnfitBlockError } from './load-blocks.ts';
import type { BlockRun, BulkLoadOptions, BulkLoadResult, BulkProgress } from './load-options.ts';
import { prepareBlocks } from './prepared-blocks.ts';
import { choosePartitions } from './records.ts';
import { type LoadManifest, manifestStore } from './load-manifest.ts';
import { publishClusters } from './publish-clusters.ts';
import { restoreState, trimStaged } from './resume.ts';
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
import { UnspentOutputs } from './unspent.ts';

/** Raw bytes to read and verify at once, per transaction of a segment: a small part of it. */
const batchBytesPerTransaction = 20;
/** Transactions after which rows are sent. */
const sliceTransactions = 500;

/** Returns true if the ledger contains nothing that a load would have to preserve. */
async function isUntouched(session: SqlSession): Promise<boolean> {
  const { rows } = await session.query<{ untouched: boolean }>(
    `select not exists (select 1 from btc_range) and not exists (select 1 from btc_mempool_tx)
       and not exists (select 1 from stale_block where blockchain = 'bitcoin')
       and not exists (select 1 from btc_cluster) as untouched`,
  );
  return rows[0]?.untouched ?? false;
}

/** Returns true if the load can continue: same settings, and its tip is a block of these runs. */
async function fits(manifest: LoadManifest, options: BulkLoadOptions, folder: RunFolder): Promise<boolean> {
  const top = manifest.ranges.at(-1)?.to ?? -1;
  if (manifest.network !== options.network || manifest.keepScripts !== options.keepScripts) return false;
  if (!folder.has(manifest.segments)) return false;
  const run = options.runs.findLast(({ height }) => height <= top);
  if (!run || top >= run.height + run.count) return false;
  if (toHex(await run.hash(top - run.height)) !== manifest.tip) return false;
  const expected = loadedRanges(options.runs, top);
  return JSON.stringify(expected) === JSON.stringify(manifest.ranges);
}

/** Returns the heights of the runs up to a height. */
function loadedRanges(runs: readonly BlockRun[], top: number): HeightRange[] {
  let ranges: HeightRange[] = [];
  for (const { height, count } of runs) {
    const to = Math.min(top, height + count - 1);
    if (to < height) continue;
    const last = ranges.at(-1);
    if (last && last.to + 1 === height) last.to = to;
    else ranges = [...ranges, { from: height, to }];
  }
  return ranges;
}

/**
 * Loads the initial history of an empty ledger: blocks become rows and records in segments, and the tables in key order are
 * built once at the end (`docs/decisions/0023-bulk-load.md`). Until then, readers see the empty ledger. A load that was
 * stopped or killed continues after its last segment. Returns undefined if the ledger isn't empty. A block that doesn't fit
 * ends the load below it: the rest is for `BitcoinLedger.append`, which reports what is wrong.
 */
export async function bulkLoad(options: BulkLoadOptions): Promise<BulkLoadResult | undefined> {
  const { db } = options;
  const untouched = await withSession(db, async (session) => {
    const free = await isUntouched(session);
    if (!free) await discard(options, session);
    return free;
  });
  if (!untouched) return undefined;
  let limit = Number.POSITIVE_INFINITY;
  for (;;) {
    try {
      return await loadUpTo(options, limit);
    } catch (error) {
      if (!(error instanceof UnfitBlockError)) throw error;
      if (error.height >= limit) throw error;
      limit = error.height;
    }
  }
}

/** Discards an unfinished load. */
async function discard({ folder }: BulkLoadOptions, session: SqlSession): Promise<void> {
  await transactionOn(session, async () => {
    await dropStaged(session, 'bitcoin');
    await manifestStore.remove(session);
  });
  openRunFolder(folder).remove();
}

function loadUpTo(options: BulkLoadOptions, limit: number): Promise<BulkLoadResult> {
  return withLoadSessions(options.db, (sessions) => loadWith(options, limit, sessions));
}

/** Starts or continues a load. */
async function begin(
  options: BulkLoadOptions,
  limit: number,
  state: LoadState,
  session: SqlSession,
): Promise<LoadManifest> {
  const stored = await manifestStore.read(session);
  if (stored) {
    const folder = openRunFolder(join(options.folder, stored.id));
    if ((await fits(stored, options, folder)) && (stored.ranges.at(-1)?.to ?? -1) < limit) {
      const temporary = `${stagedName('btc_tx')}_resume`;
      const top = stored.ranges.at(-1)?.to ?? -1;
      // An interruption while keys were added left some of them.
      for (const table of ['btc_block', 'btc_tx', 'btc_tx_rest'] as const) await dropKeys(session, table);
      await session.query(`create index if not exists ${temporary} on ${stagedName('btc_tx')} (pos)`);
      await trimStaged(session, top);
      await restoreState(session, state, { ...stored, runs: folder });
      await session.query(`drop index ${temporary}`);
      await noteHeaders(session, top, options);
      state.totals = { ...stored.totals };
      return stored;
    }
  }
  await discard(options, session);
  const last = options.runs.at(-1);
  const manifest: LoadManifest = {
    id: randomUUID(),
    network: options.network,
    keepScripts: options.keepScripts,
    partitions: choosePartitions(options.totalBytes, last ? last.height + last.count - 1 : 0),
    segments: 0,
    ranges: [],
    tip: '',
    blocks: 0,
    transactions: 0,
    bytes: 0,
    totals: zeroTotals(),
  };
  await transactionOn(session, async () => {
    for (const table of stagedTables.bitcoin) await createStaged(session, table);
    await manifestStore.write(session, manifest);
  });
  return manifest;
}

/** Reports the headers that determine the next difficulty. */
async function noteHeaders(session: SqlSession, top: number, options: BulkLoadOptions): Promise<void> {
  const { rows } = await session.query<{ height: number; header: Uint8Array }>(
    `select height, header from ${stagedName('btc_block')} where height > $1 order by height`,
    [top - RETARGET_INTERVAL - 1],
  );
  for (const { height, header } of rows) options.noteHeader(height, header);
}

async function loadWith(
  options: BulkLoadOptions,
  limit: number,
  sessions: LoadSessions,
): Promise<BulkLoadResult> {
  const state = createState(options);
  try {
    return await loadInto(state, options, limit, sessions);
  } finally {
    state.unspent.close();
    state.clusters.close();
  }
}

function createState({ folder, memory }: BulkLoadOptions): LoadState {
  return {
    unspent: new UnspentOutputs(join(folder, 'unspent'), memory),
    clusters: new ClusterColumns(join(folder, 'clusters'), memory.nodes),
    totals: zeroTotals(),
  };
}

async function loadInto(
  state: LoadState,
  options: BulkLoadOptions,
  limit: number,
  sessions: LoadSessions,
): Promise<BulkLoadResult> {
  const { signal } = options;
  const network: BitcoinNetwork = networks[options.network];
  const control = sessions[3];
  let manifest = await begin(options, limit, state, control);
  const folder = openRunFolder(join(options.folder, manifest.id));
  const runs = new RunWriter();
  const txs = new TableStream(sessions[0], 'btc_tx');
  const rests = new TableStream(sessions[1], 'btc_tx_rest');
  const blocks = new TableStream(sessions[2], 'btc_block');
  const streams = [txs, rests, blocks];
  const loader = createBlockLoader(
    state,
    { blocks: blocks.rows, txs: txs.rows, runs },
    { network, partitions: manifest.partitions },
  );
  let { ranges, blocks: blockCount, transactions, bytes } = manifest;
  let segmentTransactions = 0;
  let sinceYield = 0;
  let tip = manifest.tip;
  let ending = Promise.resolve();

  const progress = (): BulkProgress => ({
    blocks: blockCount,
    transactions,
    bytes,
    height: ranges.at(-1)?.to ?? 0,
  });

  /** Waits until everything of a segment is on disk, then writes its manifest. */
  async function seal(ended: LoadManifest, written: readonly Promise<void>[]): Promise<void> {
    const reached = progress();
    await Promise.all(written);
    await transactionOn(control, async (session) => {
      await session.query('set local synchronous_commit = on');
      await manifestStore.write(session, ended);
    });
    options.onProgress?.(reached);
  }

  /** Starts writing the segment to disk, which ends with its manifest, after the previous one has ended. */
  async function endSegment(): Promise<void> {
    await ending;
    const run = runs.write(folder.pathOf(manifest.segments));
    const rows = streams.map((stream) => stream.end());
    const ended: LoadManifest = {
      ...manifest,
      segments: manifest.segments + 1,
      ranges,
      tip,
      blocks: blockCount,
      transactions,
      bytes,
      totals: { ...state.totals },
    };
    manifest = ended;
    segmentTransactions = 0;
    ending = seal(ended, [run, ...rows]);
    // A failure is reported when it is awaited.
    ending.catch(() => {});
  }

  /** Throws UnfitBlockError if a block breaks a rule that its own bytes can't show. */
  async function checkPlace(columns: BlockColumns, height: number): Promise<void> {
    try {
      await options.checkDifficulty(height, columns.bytes.subarray(0, 80));
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      throw new UnfitBlockError(height, error.message);
    }
    if (height === 0 && network.genesisHash !== '' && toDisplayHash(columns.hash) !== network.genesisHash)
      throw new UnfitBlockError(height, 'it is not the first block of the network');
    const parent = ranges.at(-1)?.to === height - 1 ? tip : undefined;
    if (parent !== undefined && toHex(columns.bytes.subarray(4, 36)) !== parent)
      throw new UnfitBlockError(height, 'it does not stand on the block below');
    const named = height < network.bip34Height ? height : namedHeight(columns);
    if (named !== height) throw new UnfitBlockError(height, 'it names another height');
  }

  async function load(columns: BlockColumns, height: number): Promise<void> {
    await checkPlace(columns, height);
    const [lowest] = ranges;
    state.unspent.relieve();
    loader.add(columns, height, height === 0 || (lowest?.from === 0 && lowest.to === height - 1));
    ranges = addHeights(ranges, [height]);
    tip = toHex(columns.hash);
    blockCount++;
    transactions += columns.transactions;
    segmentTransactions += columns.transactions;
    bytes += columns.size;
    sinceYield += columns.transactions;
    if (sinceYield > sliceTransactions) {
      sinceYield = 0;
      for (const stream of streams) if (stream.full) await stream.flush();
      // Allows pending database writes to continue.
      await setImmediate();
    }
  }

  async function loadAll(): Promise<'all' | 'stopped'> {
    const prepared = prepareBlocks({
      ...options,
      from: (manifest.ranges.at(-1)?.to ?? -1) + 1,
      limit,
      batchBytes: batchBytesPerTransaction * options.segmentTransactions,
    });
    try {
      for (let batch = await prepared.next(); batch; batch = await prepared.next()) {
        if (signal?.aborted) return 'stopped';
        for (const { columns, height } of batch.blocks) await load(columns, height);
        if (batch.refused) throw new UnfitBlockError(batch.refused.height, batch.refused.why);
        prepared.release(batch);
        // Rows of a batch aren't split, so segments end with one.
        const rows = batch.rests;
        if (rows) await rests.pass(rows, prepared.releaseRows);
        if (segmentTransactions < options.segmentTransactions) continue;
        await endSegment();
        if (state.unspent.bytes + state.clusters.bytes > options.memory.most) return 'all';
      }
      return 'all';
    } finally {
      await prepared.close();
    }
  }

  const end = await loadAll().catch(async (error: unknown) => {
    // Pending rows must not arrive after the next load has removed unfinished segments.
    await Promise.allSettled([ending, ...streams.map((stream) => stream.settle())]);
    throw error;
  });
  if (segmentTransactions > 0) await endSegment();
  await ending;
  const top = ranges.at(-1)?.to ?? -1;
  const loaded = options.runs.map(({ height, count }) => Math.min(count, Math.max(0, top + 1 - height)));
  if (end === 'stopped') return { ...progress(), published: false, loaded };
  if (blockCount > 0) await publish(options, manifest, { state, folder, sessions });
  await discard(options, control);
  return { ...progress(), published: true, loaded };
}

/** Builds the other tables and replaces those of the ledger with them, in one transaction. */
async function publish(
  options: BulkLoadOptions,
  manifest: LoadManifest,
  load: { state: LoadState; folder: RunFolder; sessions: readonly SqlSession[] },
): Promise<void> {
  const { state, folder, sessions } = load;
  const addresses = await buildTables(sessions, {
    manifest,
    folder,
    clusters: state.clusters,
    onBuild: (share) => options.onBuild?.(share),
  });
  const [session] = sessions;
  if (!session) throw new RangeError('Publishing needs a session');
  await transactionOn(session, async () => {
    await session.query('set local synchronous_commit = on');
    await claimLedger(session, options.network);
    if ((await readRanges(session)).length > 0) throw new RangeError('The ledger got blocks during the load');
    for (const table of stagedTables.bitcoin) await swapStaged(session, table);
    await addTotals(session, manifest.totals, addresses);
    await writeRanges(session, manifest.ranges);
    await publishClusters(session, state.clusters, manifest.ranges.at(-1)?.to ?? -1);
    await dropUsedForkBlocks(session);
    await options.listener.loaded(session);
    await manifestStore.remove(session);
    for (const { from, to } of manifest.ranges) {
      await appendEvent(session, { kind: 'blocks', blockchain: 'bitcoin', from, to });
    }
  });
}

/** Returns the height in a block's coinbase (BIP34). */
function namedHeight({ bytes, inputScript, inputScriptSize }: BlockColumns): number | undefined {
  const version = new DataView(bytes.buffer, bytes.byteOffset, 4).getInt32(0, true);
  const at = inputScript[0] ?? 0;
  return claimedHeight(version, bytes.subarray(at, at + (inputScriptSize[0] ?? 0)));
}
