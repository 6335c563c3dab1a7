import {
  type Block,
  ChainError,
  decodeBlock,
  decodeHeader,
  type Hashing,
  networks,
  toDisplayHash,
  verifyBlock,
  workOfBits,
} from '@hopscope/chain';
import type { PlacedBlock } from '../../ledger/bitcoin/batch.ts';
import { forkDepth } from '../../ledger/bitcoin/fork-blocks.ts';
import type { BitcoinLedger, NetworkName } from '../../ledger/bitcoin/ledger.ts';
import { LedgerError } from '../../ledger/bitcoin/ledger-error.ts';
import type { HeightRange } from '../../ledger/bitcoin/ranges.ts';
import { type BlockIndex, type BlockPlace, createBlockIndex } from './block-index.ts';
import { createDifficultyCheck, type DifficultyCheck } from './difficulty.ts';
import { type BlockFile, findBlockFiles } from './find-files.ts';
import { type Branch, planImport } from './plan.ts';
import { networkOfFile, readRecord, scanFiles, type ScanReport } from './scan.ts';

export interface ImportOptions {
  ledger: BitcoinLedger;
  hashing: Hashing;
  /** Files and folders. */
  paths: readonly string[];
  /** Network by the settings; undefined: the ledger's, else the files', else mainnet. */
  network: NetworkName | undefined;
  firstHeight?: number;
  onProgress?: (progress: ImportProgress) => void;
  /** Stops after the batch that is being written. */
  signal?: AbortSignal;
}

export type ImportProgress =
  | { phase: 'scan'; bytes: number; totalBytes: number }
  | {
      phase: 'load';
      blocks: number;
      totalBlocks: number;
      transactions: number;
      bytes: number;
      totalBytes: number;
      height: number;
    };

export interface Refusal {
  /** Display hash, or the file where there is no block. */
  what: string;
  height: number | undefined;
  reason: string;
  /** Blocks that hang on it and were left out with it. */
  followers: number;
}

/** What an import did; nothing of it is silent. */
export interface ImportReport {
  network: NetworkName;
  loadedBlocks: number;
  loadedTransactions: number;
  loadedBytes: number;
  /** Blocks taken back for a heavier branch. */
  takenBack: number;
  alreadyHeld: number;
  duplicates: number;
  /** Blocks beside the chain, kept for a later import. */
  keptForks: number;
  /** Blocks beside the chain that are too old to matter. */
  ignoredForks: number;
  refused: Refusal[];
  damaged: ScanReport['damaged'];
  interrupted: boolean;
}

/** Bounds of one batch: it is decoded in memory while the one before it is written. */
const batchTransactions = 12_000;
const batchBytes = 8 << 20;
const batchBlocks = 1000;
/** A branch up to this size replaces blocks in one transaction; what is longer follows in further ones. */
const reorganiseBytes = 48 << 20;

interface Source {
  index: BlockIndex;
  /** Where the block lies, the place found first in front. */
  places(record: number): BlockPlace[];
  read(place: BlockPlace): Promise<Uint8Array>;
  /** False for blocks that an earlier import kept. */
  isNew(record: number): boolean;
}

interface Loader {
  network: NetworkName;
  ledger: BitcoinLedger;
  hashing: Hashing;
  source: Source;
  difficulty: DifficultyCheck;
  report: ImportReport;
  signal: AbortSignal | undefined;
  progress(block: PlacedBlock[]): void;
}

/** Loads every usable block of the files into the ledger and reports all others. Can be stopped and repeated at any time. */
export async function importBlocks(options: ImportOptions): Promise<ImportReport> {
  const { ledger, hashing } = options;
  const files = await findBlockFiles(options.paths);
  const network = await decideNetwork(options, files);
  const report: ImportReport = {
    network,
    loadedBlocks: 0,
    loadedTransactions: 0,
    loadedBytes: 0,
    takenBack: 0,
    alreadyHeld: 0,
    duplicates: 0,
    keptForks: 0,
    ignoredForks: 0,
    refused: [],
    damaged: [],
    interrupted: false,
  };
  const index = createBlockIndex();
  const scan = await scanWithProgress(options, files, index, network);
  if (options.signal?.aborted) return { ...report, interrupted: true };
  report.duplicates = scan.duplicates;
  report.damaged = scan.damaged;
  for (const { path, network: own } of scan.foreign) {
    report.refused.push({
      what: path,
      height: undefined,
      reason: `holds ${own} blocks; this ledger is for ${network}`,
      followers: 0,
    });
  }
  const forks = await addForkBlocks(ledger, index, files.length, hashing);
  const source: Source = {
    index,
    isNew: (record) => index.file(record) < files.length,
    places: (record) => [
      { file: index.file(record), offset: index.offset(record), length: index.length(record) },
      ...index.copies(record),
    ],
    async read(place) {
      const file = files[place.file];
      if (file) return readRecord(file, place.offset, place.length);
      const fork = forks[place.offset];
      if (!fork) throw new RangeError('A block of the index has no source');
      return fork;
    },
  };
  const plan = await makePlan(options, index, network);
  report.alreadyHeld = plan.held;
  for (const { record, blocks } of plan.unplaced) {
    report.refused.push({
      what: toDisplayHash(index.hash(record)),
      height: undefined,
      reason:
        'its parent is not in the ledger or the files, and it names no height (older than BIP34): load the blocks before it, or say --first-height',
      followers: blocks - 1,
    });
  }
  for (const { record, blocks, height } of plan.implausible) {
    report.refused.push({
      what: toDisplayHash(index.hash(record)),
      height,
      reason: `${network} was never so easy to mine at height ${height}: it belongs to another network`,
      followers: blocks - 1,
    });
  }

  const totalBlocks = plan.branches.reduce((sum, branch) => sum + branch.records.length, 0);
  const totalBytes = plan.branches.reduce(
    (sum, branch) => sum + branch.records.reduce((n, record) => n + index.length(record), 0),
    0,
  );
  const loader: Loader = {
    network,
    ledger,
    hashing,
    source,
    difficulty: createDifficultyCheck({ ledger, network: networks[network], hashing }),
    report,
    signal: options.signal,
    progress(blocks) {
      report.loadedBlocks += blocks.length;
      for (const { block } of blocks) {
        report.loadedTransactions += block.transactions.length;
        report.loadedBytes += block.size;
      }
      options.onProgress?.({
        phase: 'load',
        blocks: report.loadedBlocks,
        totalBlocks,
        transactions: report.loadedTransactions,
        bytes: report.loadedBytes,
        totalBytes,
        height: blocks.at(-1)?.height ?? 0,
      });
    },
  };
  for (const branch of plan.branches) {
    if (options.signal?.aborted) break;
    await loadBranch(loader, branch);
  }
  await keepForks(loader, plan.side);
  report.interrupted = options.signal?.aborted ?? false;
  return report;
}

async function decideNetwork(options: ImportOptions, files: readonly BlockFile[]): Promise<NetworkName> {
  const own = await options.ledger.network();
  if (own && options.network && own !== options.network) {
    throw new LedgerError(
      'network_mismatch',
      `This ledger holds ${own} blocks, but BITCOIN_NETWORK is ${options.network}`,
    );
  }
  if (own ?? options.network) return own ?? options.network ?? 'mainnet';
  for (const file of files) {
    const found = await networkOfFile(file);
    if (found) return found.name;
  }
  return 'mainnet';
}

async function scanWithProgress(
  options: ImportOptions,
  files: readonly BlockFile[],
  index: BlockIndex,
  network: NetworkName,
): Promise<ScanReport> {
  const totalBytes = files.reduce((sum, file) => sum + file.bytes, 0);
  let bytes = 0;
  return scanFiles({
    files,
    network: networks[network],
    hashing: options.hashing,
    index,
    ...(options.signal ? { signal: options.signal } : {}),
    onBytes(more) {
      bytes += more;
      options.onProgress?.({ phase: 'scan', bytes, totalBytes });
    },
  });
}

/** Blocks kept from earlier imports take part like those of the files; their "offset" is their number. */
async function addForkBlocks(
  ledger: BitcoinLedger,
  index: BlockIndex,
  file: number,
  hashing: Hashing,
): Promise<Uint8Array[]> {
  const forks = await ledger.forkBlocks();
  forks.forEach(({ hash, prevHash, raw }, number) => {
    const { header } = decodeHeader(raw.subarray(0, 80), hashing);
    index.add({
      hash,
      prevHash,
      file,
      offset: number,
      length: raw.length,
      bits: header.bits,
      namedHeight: -1,
    });
  });
  return forks.map((fork) => fork.raw);
}

async function makePlan(options: ImportOptions, index: BlockIndex, network: NetworkName) {
  const all = Array.from({ length: index.size }, (_, i) => index.hash(i));
  const heldHeights = await options.ledger.heightsOf(all);
  const outside = all.map((_, i) => index.prevHash(i)).filter((hash) => index.find(hash) === -1);
  const heights = await options.ledger.heightsOf(outside);
  const parents = new Map(
    [...heights].map(([place, height]) => [toDisplayHash(outside[place] ?? new Uint8Array()), height]),
  );
  return planImport({
    index,
    network: networks[network],
    heldHeights,
    parentHeight: (hash) => parents.get(toDisplayHash(hash)),
    firstHeight: options.firstHeight,
  });
}

/** What the ledger holds from `height` on, in the range that a branch would continue. */
async function standingAbove(
  ledger: BitcoinLedger,
  height: number,
): Promise<{ ranges: HeightRange[]; depth: number; work: bigint; replaceable: boolean }> {
  const ranges = await ledger.ranges();
  const range = ranges.find(({ from, to }) => from <= height && height <= to);
  if (!range) return { ranges, depth: 0, work: 0n, replaceable: true };
  const heights = Array.from({ length: range.to - height + 1 }, (_, i) => height + i);
  const headers = await ledger.headers(heights);
  let work = 0n;
  for (const header of headers.values())
    work += workOfBits(new DataView(header.buffer, header.byteOffset).getUint32(72, true));
  return { ranges, depth: heights.length, work, replaceable: range === ranges.at(-1) };
}

async function loadBranch(loader: Loader, branch: Branch): Promise<void> {
  const { ledger, report } = loader;
  const standing = await standingAbove(ledger, branch.height);
  if (standing.depth === 0) return extend(loader, branch.records, branch.height);
  if (branch.work > standing.work && standing.replaceable) return replace(loader, branch, standing.depth);
  if (standing.replaceable) {
    return keepForks(
      loader,
      branch.records.map((record, i) => ({ record, height: branch.height + i })),
    );
  }
  const [first] = branch.records;
  report.refused.push({
    what: first === undefined ? '' : toDisplayHash(loader.source.index.hash(first)),
    height: branch.height,
    reason: `the ledger already has another block at height ${branch.height}, with later blocks above it`,
    followers: branch.records.length - 1,
  });
}

/** The first copy of a block that keeps the rules which need nothing but the block. Throws ChainError if none does. */
async function readSound(loader: Loader, record: number): Promise<{ block: Block; raw: Uint8Array }> {
  const { hashing, source } = loader;
  let refusal: ChainError | undefined;
  for (const place of source.places(record)) {
    try {
      const raw = await source.read(place);
      const block = decodeBlock(raw, { hashing, allowTrailing: true });
      verifyBlock(block, networks[loader.network], { hashing });
      return { block, raw };
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      refusal ??= error;
    }
  }
  throw refusal ?? new RangeError('A block of the index has no place');
}

/** Reads and checks one block. Throws ChainError if it breaks a rule. */
async function readBlock(loader: Loader, record: number, height: number): Promise<Block> {
  const { block } = await readSound(loader, record);
  await loader.difficulty.check(height, block.header);
  return block;
}

function refuse(loader: Loader, record: number, height: number, error: unknown, followers: number): void {
  if (!(error instanceof ChainError || error instanceof LedgerError)) throw error;
  loader.report.refused.push({
    what: toDisplayHash(loader.source.index.hash(record)),
    height,
    reason: error.message,
    followers,
  });
}

/** Appends records one above the other, in batches; the next batch is read and checked while one is written. */
async function extend(loader: Loader, records: readonly number[], height: number): Promise<void> {
  const held = await loader.ledger.ranges();
  let writing: Promise<boolean> = Promise.resolve(true);
  let batch: PlacedBlock[] = [];
  let transactions = 0;
  let bytes = 0;
  const flush = async (): Promise<boolean> => {
    if (!(await writing)) return false;
    const blocks = batch;
    batch = [];
    transactions = 0;
    bytes = 0;
    if (loader.signal?.aborted) return false;
    writing = writeBatch(loader, records, height, blocks);
    // A failure is seen at the next flush; until then it must not count as unhandled.
    writing.catch(() => {});
    return true;
  };
  for (const [i, record] of records.entries()) {
    const at = height + i;
    if (held.some(({ from, to }) => from <= at && at <= to)) {
      refuse(
        loader,
        record,
        at,
        new LedgerError('height_taken', `the ledger already has another block at height ${at}`),
        records.length - i - 1,
      );
      break;
    }
    try {
      const block = await readBlock(loader, record, at);
      batch.push({ height: at, block });
      transactions += block.transactions.length;
      bytes += block.size;
    } catch (error) {
      refuse(loader, record, at, error, records.length - i - 1);
      break;
    }
    if (transactions >= batchTransactions || bytes >= batchBytes || batch.length >= batchBlocks) {
      if (!(await flush())) break;
    }
  }
  if (batch.length > 0) await flush();
  await writing;
}

/** Writes a batch; if one block does not fit, the ones before it are kept and it is refused. False: stop here. */
async function writeBatch(
  loader: Loader,
  records: readonly number[],
  height: number,
  blocks: PlacedBlock[],
): Promise<boolean> {
  try {
    await loader.ledger.append(loader.network, blocks);
    loader.progress(blocks);
    return true;
  } catch (error) {
    const at = error instanceof LedgerError ? error.place.height : undefined;
    const bad = blocks.findIndex((placed) => placed.height === at);
    if (at === undefined || bad === -1) throw error;
    if (bad > 0) {
      await loader.ledger.append(loader.network, blocks.slice(0, bad));
      loader.progress(blocks.slice(0, bad));
    }
    const record = records[at - height];
    if (record !== undefined) refuse(loader, record, at, error, records.length - (at - height) - 1);
    return false;
  }
}

/** Replaces the top of the ledger by a heavier branch. A branch that breaks a rule changes nothing. */
async function replace(loader: Loader, branch: Branch, depth: number): Promise<void> {
  const { ledger, report } = loader;
  loader.difficulty.forgetFrom(branch.height);
  const blocks: PlacedBlock[] = [];
  let bytes = 0;
  for (const [i, record] of branch.records.entries()) {
    const height = branch.height + i;
    try {
      const block = await readBlock(loader, record, height);
      bytes += block.size;
      blocks.push({ height, block });
    } catch (error) {
      refuse(loader, record, height, error, branch.records.length - i - 1);
      return loadLighter(loader, { ...branch, records: branch.records.slice(0, i) });
    }
    if (bytes > reorganiseBytes && i >= depth) break;
  }
  try {
    await ledger.reorganise(loader.network, depth, blocks);
  } catch (error) {
    const at = error instanceof LedgerError ? error.place.height : undefined;
    const record = at === undefined ? undefined : branch.records[at - branch.height];
    if (at === undefined || record === undefined) throw error;
    refuse(loader, record, at, error, branch.records.length - (at - branch.height) - 1);
    return loadLighter(loader, { ...branch, records: branch.records.slice(0, at - branch.height) });
  }
  report.takenBack += depth;
  loader.progress(blocks);
  await extend(loader, branch.records.slice(blocks.length), branch.height + blocks.length);
}

/** What is left of a branch after a refusal: weighed again. */
async function loadLighter(loader: Loader, branch: Branch): Promise<void> {
  if (branch.records.length === 0) return;
  const work = branch.records.reduce((sum, record) => sum + workOfBits(loader.source.index.bits(record)), 0n);
  await loadBranch(loader, { ...branch, work });
}

/** Keeps blocks beside the chain near the tip: a later block may make their branch the heavier one. */
async function keepForks(loader: Loader, side: readonly { record: number; height: number }[]): Promise<void> {
  const { ledger, report, source } = loader;
  const tip = (await ledger.ranges()).at(-1)?.to ?? -1;
  for (const { record, height } of side) {
    if (height <= tip - forkDepth) {
      report.ignoredForks++;
      continue;
    }
    try {
      const { block, raw } = await readSound(loader, record);
      await ledger.keepForkBlocks([
        { hash: block.hash, prevHash: block.header.prevHash, raw: raw.subarray(0, block.size) },
      ]);
      if (source.isNew(record)) report.keptForks++;
    } catch (error) {
      refuse(loader, record, height, error, 0);
    }
  }
}
