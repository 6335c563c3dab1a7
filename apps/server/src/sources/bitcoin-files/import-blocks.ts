import { decodeHeader, type Hashing, networks, toDisplayHash } from '@hopscope/chain';
import type { BitcoinLedger, NetworkName } from '../../ledger/bitcoin/ledger.ts';
import { LedgerError } from '../../ledger/shared/ledger-error.ts';
import { type BlockIndex, createBlockIndex, type BlockFilePosition } from './block-index.ts';
import { createDifficultyCheck } from './difficulty.ts';
import { type BlockFile, findBlockFiles } from './find-files.ts';
import { emptyReport, type ImportProgress, type ImportReport } from './import-report.ts';
import { type BlockSource, keepForks, loadLighter, type Loader } from './load-branch.ts';
import { type BulkSettings, loadInBulk } from './load-in-bulk.ts';
import { type Plan, planImport } from './plan.ts';
import { networkOfFile, readRecord, scanFiles, type ScanReport, applyXor } from './scan.ts';
import { closeSync, openSync, readSync } from 'node:fs';

/** Reads blocks of files one after another. Keeps the last file open. */
interface FileReader {
  /**
   * Returns the bytes of a block, at the start of `memory` if they fit, otherwise in separate memory. Throws errors of the
   * file system.
   */
  read(place: BlockFilePosition, memory?: Uint8Array): Uint8Array;
  close(): void;
}

function createFileReader(files: readonly BlockFile[]): FileReader {
  let current: { number: number; handle: number } | undefined;
  const close = (): void => {
    if (current) closeSync(current.handle);
    current = undefined;
  };
  return {
    read({ file: number, offset, length }, memory) {
      const file = files[number];
      if (!file) throw new RangeError('A block of the index has no file');
      if (current?.number !== number) {
        close();
        current = { number, handle: openSync(file.path, 'r') };
      }
      const bytes = memory && memory.length >= length ? memory.subarray(0, length) : new Uint8Array(length);
      let done = 0;
      for (let read = -1; done < length && read !== 0; done += read)
        read = readSync(current.handle, bytes, done, length - done, offset + done);
      bytes.fill(0, done);
      applyXor(bytes, file.xorKey, offset);
      return bytes;
    },
    close,
  };
}

/** Number of records whose hashes are looked up in one query. */
const stretch = 10_000;

export interface ImportOptions {
  ledger: BitcoinLedger;
  hashing: Hashing;
  /** Files and folders. */
  paths: readonly string[];
  /** Network from the settings; undefined: that of the ledger, otherwise of the files, otherwise mainnet. */
  network: NetworkName | undefined;
  firstHeight?: number;
  /** How an empty ledger is filled in bulk; undefined: block by block. */
  bulk?: BulkSettings;
  onProgress?: (progress: ImportProgress) => void;
  /** Stops after the current batch. */
  signal?: AbortSignal;
}

/**
 * Loads every usable block of the files into the ledger, and reports all others. Can be stopped and repeated at any time.
 */
export async function importBlocks(options: ImportOptions): Promise<ImportReport> {
  const { ledger, hashing } = options;
  const files = await findBlockFiles(options.paths);
  const network = await decideNetwork(options, files);
  const report = emptyReport(network);
  const index = createBlockIndex();
  const scan = await scanWithProgress(options, files, index, network);
  if (options.signal?.aborted) return { ...report, interrupted: true };
  report.duplicates = scan.duplicates;
  report.damaged = scan.damaged;
  for (const { path, network: own } of scan.foreign) {
    report.refused.push({
      what: path,
      height: undefined,
      reason: `contains ${own} blocks; this ledger is for ${network}`,
      followers: 0,
    });
  }
  const forks = await addForkBlocks(ledger, index, files.length, hashing);
  const reader = createFileReader(files);
  const source: BlockSource = {
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
    readNow(place, memory) {
      const fork = forks[place.offset];
      if (place.file < files.length) return reader.read(place, memory);
      if (!fork) throw new RangeError('A block of the index has no source');
      return fork;
    },
  };
  const plan = await makePlan(options, index, network);
  report.alreadyStored = plan.known;
  for (const { record, blocks } of plan.unplaced) {
    report.refused.push({
      what: toDisplayHash(index.hash(record)),
      height: undefined,
      reason:
        'its parent is not in the ledger or the files, and it names no height (before BIP34). Load the blocks before it, or set --first-height',
      followers: blocks - 1,
    });
  }
  for (const { record, blocks, height } of plan.implausible) {
    report.refused.push({
      what: toDisplayHash(index.hash(record)),
      height,
      reason: `${network} never had a difficulty this low at height ${height}: it belongs to another network`,
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
  const left = await loadInBulk(loader, plan.branches, {
    settings: options.bulk,
    totalBytes,
    onProgress(done) {
      options.onProgress?.({ phase: 'load', totalBlocks, totalBytes, ...done });
    },
    onBuild: (share) =>
      options.onProgress?.({ phase: 'build', bytes: Math.round(share * totalBytes), totalBytes }),
  }).finally(() => reader.close());
  for (const branch of left) {
    if (options.signal?.aborted) break;
    await loadLighter(loader, branch);
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
      `This ledger contains ${own} blocks, but BITCOIN_NETWORK is ${options.network}`,
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

/** Adds blocks that earlier imports stored to those of the files; their "offset" is their number. */
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

/** Returns the heights of the records by the hashes from `hashOf`, in several queries. */
async function heightsOfRecords(
  ledger: BitcoinLedger,
  records: readonly number[],
  hashOf: (record: number) => Uint8Array,
): Promise<Map<number, number>> {
  const heights = new Map<number, number>();
  for (let from = 0; from < records.length; from += stretch) {
    const part = records.slice(from, from + stretch);
    for (const [place, height] of await ledger.heightsOf(part.map(hashOf))) {
      const record = part[place];
      if (record !== undefined) heights.set(record, height);
    }
  }
  return heights;
}

async function makePlan(options: ImportOptions, index: BlockIndex, network: NetworkName): Promise<Plan> {
  const all = Array.from({ length: index.size }, (_, record) => record);
  const knownHeights = await heightsOfRecords(options.ledger, all, (record) => index.hash(record));
  const orphans = all.filter((record) => index.find(index.prevHash(record)) === -1);
  const heights = await heightsOfRecords(options.ledger, orphans, (record) => index.prevHash(record));
  const parents = new Map(
    [...heights].map(([record, height]) => [toDisplayHash(index.prevHash(record)), height]),
  );
  return planImport({
    index,
    network: networks[network],
    knownHeights,
    parentHeight: (hash) => parents.get(toDisplayHash(hash)),
    firstHeight: options.firstHeight,
  });
}
