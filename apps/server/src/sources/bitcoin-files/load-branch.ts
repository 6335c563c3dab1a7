import {
  type Block,
  ChainError,
  decodeBlock,
  type Hashing,
  networks,
  toDisplayHash,
  verifyBlock,
  workOfBits,
} from '@hopscope/chain';
import type { BlockAtHeight } from '../../ledger/bitcoin/blocks/batch.ts';
import { forkDepth } from '../../ledger/bitcoin/blocks/fork-blocks.ts';
import type { BitcoinLedger, NetworkName } from '../../ledger/bitcoin/ledger.ts';
import { LedgerError } from '../../ledger/shared/ledger-error.ts';
import type { BlockIndex, BlockFilePosition } from './block-index.ts';
import type { DifficultyCheck } from './difficulty.ts';
import type { ImportReport } from './import-report.ts';
import type { Branch } from './plan.ts';

/** Limits of one batch: it is decoded in memory while the previous one is written. */
const batchTransactions = 12_000;
const batchBytes = 8 << 20;
const batchBlocks = 1000;
/** Maximum size in bytes of a branch that replaces blocks in one transaction; the rest follows in further ones. */
const reorganizeBytes = 48 << 20;

/** Source of the blocks of an import. */
export interface BlockSource {
  index: BlockIndex;
  /** Returns the locations of the block, the one found first in front. */
  places(record: number): BlockFilePosition[];
  read(place: BlockFilePosition): Promise<Uint8Array>;
  /** Reads synchronously, for reading many blocks one after another. */
  readNow(place: BlockFilePosition, memory: Uint8Array): Uint8Array;
  /** Returns false for blocks that an earlier import stored. */
  isNew(record: number): boolean;
}

/** Dependencies of loading; `report` is updated. */
export interface Loader {
  network: NetworkName;
  ledger: BitcoinLedger;
  hashing: Hashing;
  source: BlockSource;
  difficulty: DifficultyCheck;
  report: ImportReport;
  signal: AbortSignal | undefined;
  progress(block: readonly BlockAtHeight[]): void;
}

/** Returns what the ledger contains from `height` on, in the range that a branch would continue. */
async function standingAbove(
  ledger: BitcoinLedger,
  height: number,
): Promise<{ depth: number; work: bigint; replaceable: boolean }> {
  const ranges = await ledger.ranges();
  const range = ranges.find(({ from, to }) => from <= height && height <= to);
  if (!range) return { depth: 0, work: 0n, replaceable: true };
  const heights = Array.from({ length: range.to - height + 1 }, (_, i) => height + i);
  const headers = await ledger.headers(heights);
  let work = 0n;
  for (const header of headers.values())
    work += workOfBits(new DataView(header.buffer, header.byteOffset).getUint32(72, true));
  return { depth: heights.length, work, replaceable: range === ranges.at(-1) };
}

/** Loads a branch: extends the chain, replaces part of it if the branch has more work, or stores the branch separately. */
export async function loadBranch(loader: Loader, branch: Branch): Promise<void> {
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

/**
 * Returns the first copy of a block that satisfies the rules that depend only on the block. Throws ChainError if none does.
 */
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

/** Reads and verifies one block. Throws ChainError if it breaks a rule. */
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

/** Appends consecutive records in batches; reads and verifies the next batch while one is written. */
async function extend(loader: Loader, records: readonly number[], height: number): Promise<void> {
  const ranges = await loader.ledger.ranges();
  let writing: Promise<boolean> = Promise.resolve(true);
  let batch: BlockAtHeight[] = [];
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
    // A failure is reported at the next flush; until then it must not count as unhandled.
    writing.catch(() => {});
    return true;
  };
  for (const [i, record] of records.entries()) {
    const at = height + i;
    if (ranges.some(({ from, to }) => from <= at && at <= to)) {
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

/** Writes a batch; if a block doesn't fit, keeps those before it and rejects it. Returns false to stop. */
async function writeBatch(
  loader: Loader,
  records: readonly number[],
  height: number,
  blocks: BlockAtHeight[],
): Promise<boolean> {
  try {
    await loader.ledger.append(loader.network, blocks);
    loader.progress(blocks);
    return true;
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    // A violation above the batch, in a block of the ledger, invalidates the whole batch.
    const bad = Math.max(
      0,
      blocks.findIndex((placed) => placed.height === error.place.height),
    );
    const at = (blocks[0]?.height ?? height) + bad;
    if (bad > 0) {
      await loader.ledger.append(loader.network, blocks.slice(0, bad));
      loader.progress(blocks.slice(0, bad));
    }
    const record = records[at - height];
    if (record !== undefined) refuse(loader, record, at, error, records.length - (at - height) - 1);
    return false;
  }
}

/** Replaces the highest blocks of the ledger with a heavier branch. A branch that breaks a rule changes nothing. */
async function replace(loader: Loader, branch: Branch, depth: number): Promise<void> {
  const { ledger, report } = loader;
  loader.difficulty.forgetFrom(branch.height);
  const blocks: BlockAtHeight[] = [];
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
    if (bytes > reorganizeBytes && i >= depth) break;
  }
  try {
    await ledger.reorganize(loader.network, depth, blocks);
  } catch (error) {
    const at = error instanceof LedgerError ? error.place.height : undefined;
    const record = at === undefined ? undefined : branch.records[at - branch.height];
    if (at === undefined || record === undefined) throw error;
    refuse(loader, record, at, error, branch.records.length - (at - branch.height) - 1);
    return loadLighter(loader, { ...branch, records: branch.records.slice(0, at - branch.height) });
  }
  report.disconnected += depth;
  loader.progress(blocks);
  await extend(loader, branch.records.slice(blocks.length), branch.height + blocks.length);
}

/** Loads the rest of a branch after a rejection, comparing its work again. */
export async function loadLighter(loader: Loader, branch: Branch): Promise<void> {
  if (branch.records.length === 0) return;
  const work = branch.records.reduce((sum, record) => sum + workOfBits(loader.source.index.bits(record)), 0n);
  await loadBranch(loader, { ...branch, work });
}

/** Stores blocks outside the chain near its tip: a later block may make their branch the heavier one. */
export async function keepForks(
  loader: Loader,
  side: readonly { record: number; height: number }[],
): Promise<void> {
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
      if (source.isNew(record)) report.storedForks++;
    } catch (error) {
      refuse(loader, record, height, error, 0);
    }
  }
}
