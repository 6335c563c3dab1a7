import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { equalBytes, toHex } from '@hopscope/chain';
import type { EthereumBundle, EthereumChain } from '../../ledger/ethereum/blocks/bundle.ts';
import type { EthereumLedger } from '../../ledger/ethereum/ledger.ts';
import { LedgerError } from '../../ledger/shared/ledger-error.ts';
import { BlockFileError, type BlockFolder } from './decode-block-files.ts';
import { createDecodePool, type DecodePool } from './decode-pool.ts';

/** How an empty ledger is filled in bulk. */
export interface EthereumBulkSettings {
  /** Folder for temporary files. */
  readonly folder: string;
  /** Number of blocks from which a bulk load is worthwhile. */
  readonly leastBlocks: number;
  /** Number of transactions after which a load can be continued. */
  readonly segmentTransactions: number;
}

/** Defaults of most installations; `folder` is a setting. */
export const usualEthereumBulk = { leastBlocks: 200, segmentTransactions: 100_000 } as const;

export interface EthereumImportOptions {
  readonly ledger: EthereumLedger;
  readonly chain: EthereumChain;
  readonly folder: string;
  /** Number of threads that decode and verify. */
  readonly threads: number;
  /** How an empty ledger is filled in bulk; undefined: block by block. */
  readonly bulk?: EthereumBulkSettings | undefined;
  readonly signal?: AbortSignal;
  onProgress?(progress: { height: number; blocks: number; total: number; transactions: number }): void;
}

export interface EthereumImportReport {
  /** Number of blocks that were added. */
  readonly added: number;
  readonly transactions: number;
  /** Number of blocks that were already loaded. */
  readonly known: number;
  /** Why it ended before everything was loaded; earlier blocks are kept. */
  readonly refused: { readonly path: string; readonly message: string } | undefined;
  readonly stopped: boolean;
}

/** Maximum number of transactions or blocks of a database transaction, whichever is reached first. */
const txsPerBatch = 4000;
const blocksPerBatch = 250;
const blocksPerBatchDown = 32;

/** Returns folders of blocks, in ascending order of height. Throws BlockFileError if there are none. */
async function findBlockFolders(folder: string): Promise<BlockFolder[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw new BlockFileError(
      folder,
      `cannot be read (${error instanceof Error ? error.message : String(error)})`,
    );
  });
  const folders = names
    .filter((name) => /^(0|[1-9]\d{0,8})$/.test(name))
    .map((name) => ({ height: Number(name), path: join(folder, name) }))
    .sort((a, b) => a.height - b.height);
  if (folders.length === 0) throw new BlockFileError(folder, 'has no folders named by block height');
  return folders;
}

/**
 * Loads recorded blocks: those above the ledger's blocks upward, those below downward, in batches that are each one database
 * transaction. Skips blocks of the ledger after comparing their hash. Ends at the first block that can't be used. Can be
 * repeated at any time.
 */
export async function importEthereumFolder(options: EthereumImportOptions): Promise<EthereumImportReport> {
  const folders = await findBlockFolders(options.folder);
  const load = createLoad(options, folders.length);
  const pool = createDecodePool({ chainId: options.chain.chainId, threads: options.threads });
  try {
    const left = await load.inBulk(pool, folders);
    await loadRest(options, load, pool, left);
  } finally {
    await pool.close();
  }
  return load.report();
}

/** Loads blocks one after another, and compares those that the ledger has. */
async function loadRest(
  options: EthereumImportOptions,
  load: ReturnType<typeof createLoad>,
  pool: DecodePool,
  folders: readonly BlockFolder[],
): Promise<void> {
  const ranges = await options.ledger.ranges();
  const [bottom, top] = [ranges[0]?.from ?? 0, ranges.at(-1)?.to ?? -1];
  const above = folders.filter(({ height }) => height > top);
  const below = top < 0 ? [] : folders.filter(({ height }) => height < bottom);
  const between = folders.filter(({ height }) => top >= 0 && height >= bottom && height <= top);
  await load.compare(pool, between);
  await load.up(pool, above);
  await load.down(pool, below);
}

function createLoad({ ledger, chain, bulk, signal, onProgress }: EthereumImportOptions, total: number) {
  let [added, transactions, known] = [0, 0, 0];
  let refused: EthereumImportReport['refused'];
  const ended = (): boolean => refused !== undefined || signal?.aborted === true;

  /** Yields blocks of the folders until one is rejected. */
  async function* bundlesOf(
    pool: DecodePool,
    folders: readonly BlockFolder[],
  ): AsyncGenerator<EthereumBundle> {
    for await (const decoded of pool.decode(folders)) {
      if (ended()) return;
      yield* decoded.bundles;
      if (decoded.refused) {
        refused = { path: decoded.refused.file, message: decoded.refused.message };
        return;
      }
    }
  }

  async function append(bundles: readonly EthereumBundle[], folders: readonly BlockFolder[]): Promise<void> {
    if (bundles.length === 0) return;
    try {
      await ledger.append(chain, bundles);
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error;
      const height = error.place.height ?? bundles[0]?.block.header.number;
      const path = folders.find((folder) => folder.height === height)?.path ?? '';
      refused = { path, message: `${path}: ${error.message}` };
      return;
    }
    added += bundles.length;
    for (const { block } of bundles) transactions += block.transactions.length;
    onProgress?.({
      height: bundles.at(-1)?.block.header.number ?? 0,
      blocks: added + known,
      total,
      transactions,
    });
  }

  async function up(pool: DecodePool, folders: readonly BlockFolder[]): Promise<void> {
    if (ended()) return;
    let batch: EthereumBundle[] = [];
    let size = 0;
    for await (const bundle of bundlesOf(pool, folders)) {
      batch.push(bundle);
      size += bundle.block.transactions.length;
      if (size < txsPerBatch && batch.length < blocksPerBatch) continue;
      await append(batch, folders);
      if (ended()) return;
      [batch, size] = [[], 0];
    }
    // Blocks before a rejected file are kept.
    const before = refused;
    await append(batch, folders);
    refused = before ?? refused;
  }

  return {
    report: (): EthereumImportReport => ({
      added,
      transactions,
      known,
      refused,
      stopped: signal?.aborted === true,
    }),
    up,
    /** Loads blocks in bulk if the ledger is empty and they are many. Returns those that are left. */
    async inBulk(pool: DecodePool, folders: readonly BlockFolder[]): Promise<readonly BlockFolder[]> {
      if (!bulk || folders.length < bulk.leastBlocks) return folders;
      const result = await ledger.loadHistory({
        chain,
        folder: bulk.folder,
        segmentTransactions: bulk.segmentTransactions,
        heights: folders.map(({ height }) => height),
        async hashAt(height) {
          const folder = folders.filter((each) => each.height === height);
          for await (const { bundles } of pool.decode(folder)) return bundles[0]?.block.hash;
          return undefined;
        },
        prepare: (top) => ({
          ...pool.prepare(folders.filter(({ height }) => height > top)),
          close: async () => {},
        }),
        onProgress: (reached) => onProgress?.({ ...reached, total }),
        signal,
      });
      if (!result) return folders;
      added += result.blocks;
      transactions += result.transactions;
      return result.published ? folders.slice(result.blocks) : [];
    },
    /** Compares blocks that the ledger should contain: equal, or rejected. */
    async compare(pool: DecodePool, folders: readonly BlockFolder[]): Promise<void> {
      const refs = await ledger.blockRefs(folders.map(({ height }) => height));
      for await (const { block } of bundlesOf(pool, folders)) {
        const { number: height } = block.header;
        const stored = refs.get(height);
        const path = folders.find((folder) => folder.height === height)?.path ?? '';
        if (stored && equalBytes(stored.hash, block.hash)) known++;
        else {
          const what = stored
            ? `differs from the ledger's block at height ${height} (0x${toHex(stored.hash)})`
            : `is between blocks of the ledger. Blocks can only be added above or below them`;
          refused = { path, message: `${path}: ${what}` };
          return;
        }
      }
    },
    /** Loads from the highest down, each batch as a whole: part of it would not be adjacent to the ledger's blocks. */
    async down(pool: DecodePool, folders: readonly BlockFolder[]): Promise<void> {
      for (let end = folders.length; end > 0 && !ended(); end -= blocksPerBatchDown) {
        const batch: EthereumBundle[] = [];
        for await (const bundle of bundlesOf(
          pool,
          folders.slice(Math.max(0, end - blocksPerBatchDown), end),
        )) {
          batch.push(bundle);
        }
        if (!ended()) await append(batch, folders);
      }
    },
  };
}
