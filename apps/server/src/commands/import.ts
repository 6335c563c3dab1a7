import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { DataFolderError } from '../data-folder.ts';
import { BuiltInError } from '../db/built-in/built-in-error.ts';
import { openDatabase } from '../db/open.ts';
import { createMatching } from '../contexts/compliance/matching/matching.ts';
import { isDiskFull, isUnreachable } from '../db/sql-error.ts';
import type { SqlDatabase } from '../db/session.ts';
import { takeWriterLock } from '../db/writer-lock.ts';
import { divideMemory } from '../ledger/bitcoin/bulk/load-options.ts';
import { createBitcoinLedger } from '../ledger/bitcoin/ledger.ts';
import { createEthereumLedger } from '../ledger/ethereum/ledger.ts';
import { LedgerError } from '../ledger/shared/ledger-error.ts';
import { nativeHashing } from '../ledger/native-hashing.ts';
import { BlockFileError } from '../sources/bitcoin-files/find-files.ts';
import { importBlocks } from '../sources/bitcoin-files/import-blocks.ts';
import { usualBulk } from '../sources/bitcoin-files/load-in-bulk.ts';
import { createProgress } from '../sources/bitcoin-files/progress.ts';
import { describeImport, exitCodeOf } from '../sources/bitcoin-files/report.ts';
import { BlockFileError as EthereumFileError } from '../sources/ethereum-files/decode-block-files.ts';
import { importEthereumFolder, usualEthereumBulk } from '../sources/ethereum-files/import-folder.ts';
import { createEthereumProgress, describeEthereumImport } from '../sources/ethereum-files/report.ts';
import { networkOf } from '../sources/ethereum-rpc/networks.ts';

const usage = `npm run import -- [--first-height N] <file or folder> …
npm run import -- --ethereum <folder> [--chain-id N]

Loads Bitcoin blocks into the ledger: blk*.dat files (any order, xor.dat honored), folders of them, or files with one raw block.
It can be stopped at any time and run again.

  --first-height N   height of the first block; required only for blocks before BIP34 that have no parent in the ledger or the files

With --ethereum, loads recorded Ethereum blocks: one folder per block, named by its number, with block.json and receipts.json as returned by eth_getBlockByNumber (with transactions) and eth_getBlockReceipts, and optionally traces.json and uncles.json.

  --chain-id N       chain of these blocks; by default ETHEREUM_CHAIN_ID or, if it is not set, 1 (mainnet)

Exit codes: 0 all blocks loaded or already present · 1 the command could not run · 2 some data was refused or damaged · 130 stopped`;

const clusterTransactionsAtATime = 10_000;

class UsageError extends Error {
  override name = 'UsageError';
}

type Arguments =
  | { what: 'bitcoin'; paths: string[]; firstHeight: number | undefined }
  | { what: 'ethereum'; folder: string; chainId: bigint | undefined };

function readArguments(args: readonly string[]): Arguments | undefined {
  const { values, positionals } = parse(args);
  if (values.help === true) return undefined;
  const height = wholeNumber('first-height', values['first-height']);
  const chainId = wholeNumber('chain-id', values['chain-id'], 15);
  if (values.ethereum === true) {
    const [folder, ...more] = positionals;
    if (folder === undefined || more.length > 0) throw new UsageError('--ethereum takes one folder');
    if (height !== undefined) throw new UsageError('--first-height applies to Bitcoin only');
    return { what: 'ethereum', folder, chainId: chainId === undefined ? undefined : BigInt(chainId) };
  }
  if (chainId !== undefined) throw new UsageError('--chain-id requires --ethereum');
  if (positionals.length === 0) throw new UsageError('Name at least one file or folder');
  return { what: 'bitcoin', paths: positionals, firstHeight: height };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'first-height': { type: 'string' },
        'chain-id': { type: 'string' },
        ethereum: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function wholeNumber(name: string, given: string | undefined, digits = 9): number | undefined {
  if (given === undefined) return undefined;
  if (!/^\d+$/.test(given) || given.length > digits) throw new UsageError(`--${name} must be a whole number`);
  return Number(given);
}

/** Errors that the operator can act on are told without a stack. */
function explain(error: unknown): string {
  if (isDiskFull(error)) {
    return 'The disk is full. All finished batches are stored. Free some space and run the same command again.';
  }
  const known = [
    ConfigError,
    DataFolderError,
    BuiltInError,
    BlockFileError,
    EthereumFileError,
    LedgerError,
    UsageError,
  ].some((kind) => error instanceof kind);
  if (known && error instanceof Error)
    return error instanceof UsageError ? `${error.message}\n\n${usage}` : error.message;
  if (isUnreachable(error)) return `The database is not responding: ${error.message}`;
  return `The import failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

async function loadBitcoin(
  db: SqlDatabase,
  args: { paths: string[]; firstHeight: number | undefined },
  {
    config: {
      dataDir,
      bitcoin: { network, keepScripts, loadMemory, loadThreads },
    },
    signal,
  }: { config: Pick<Config, 'dataDir' | 'bitcoin'>; signal: AbortSignal },
): Promise<number> {
  const progress = createProgress(process.stderr, Date.now);
  const startedAt = Date.now();
  const { bitcoin: listener } = createMatching();
  const ledger = createBitcoinLedger({ db, hashing: nativeHashing, keepScripts, listener });
  const report = await importBlocks({
    ledger,
    hashing: nativeHashing,
    paths: args.paths,
    network,
    bulk: {
      ...usualBulk,
      folder: join(dataDir, 'load'),
      memory: divideMemory(loadMemory),
      threads: loadThreads,
    },
    ...(args.firstHeight === undefined ? {} : { firstHeight: args.firstHeight }),
    onProgress: (p) => progress.show(p),
    signal,
  }).finally(() => progress.clear());
  // Blocks that came in below others left clusters behind.
  while (!signal.aborted && (await ledger.catchUpClusters(clusterTransactionsAtATime)).behind);
  process.stdout.write(`${describeImport(report, (Date.now() - startedAt) / 1000)}\n`);
  return exitCodeOf(report);
}

async function loadEthereum(
  db: SqlDatabase,
  { folder, chainId: given }: { folder: string; chainId: bigint | undefined },
  { config, signal }: { config: Pick<Config, 'dataDir' | 'bitcoin' | 'ethereum'>; signal: AbortSignal },
): Promise<number> {
  const chainId = given ?? config.ethereum.rpc?.chainId ?? 1n;
  const startedAt = Date.now();
  const progress = createEthereumProgress(process.stderr, Date.now);
  const report = await importEthereumFolder({
    ledger: createEthereumLedger({ db, listener: createMatching().ethereum }),
    chain: { chainId, network: networkOf(chainId) },
    folder,
    threads: Math.max(1, config.bitcoin.loadThreads),
    bulk: { ...usualEthereumBulk, folder: join(config.dataDir, 'load-ethereum') },
    signal,
    onProgress: (p) => progress.show(p),
  }).finally(() => progress.clear());
  const { text, exitCode } = describeEthereumImport(report, (Date.now() - startedAt) / 1000);
  process.stdout.write(text);
  return exitCode;
}

async function main(): Promise<number> {
  const args = readArguments(process.argv.slice(2));
  if (!args) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  const config = readConfig(process.env);
  const { db, close } = await openDatabase({
    config,
    as: 'command',
    what: 'an import',
    statementTimeoutMs: 0,
  });
  try {
    const lock = await takeWriterLock(db);
    if (!lock)
      throw new DataFolderError('Another import is writing to this database. Wait until it has finished.');
    const stop = new AbortController();
    const onSignal = (): void => {
      if (stop.signal.aborted) process.exit(130);
      stop.abort();
      process.stderr.write('\nStopping after this batch …\n');
    };
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
    try {
      return args.what === 'ethereum'
        ? await loadEthereum(db, args, { config, signal: stop.signal })
        : await loadBitcoin(db, args, { config, signal: stop.signal });
    } finally {
      await lock.release();
    }
  } finally {
    await close().catch(() => {});
  }
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  return 1;
});
