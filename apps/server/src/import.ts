import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from './config.ts';
import { DataFolderError, openDataFolder } from './data-folder.ts';
import { openDatabase } from './db/open.ts';
import { isDiskFull, isUnreachable } from './db/sql-error.ts';
import { takeWriterLock } from './db/writer-lock.ts';
import { createBitcoinLedger } from './ledger/bitcoin/ledger.ts';
import { LedgerError } from './ledger/shared/ledger-error.ts';
import { nativeHashing } from './ledger/native-hashing.ts';
import { BlockFileError } from './sources/bitcoin-files/find-files.ts';
import { importBlocks } from './sources/bitcoin-files/import-blocks.ts';
import { createProgress } from './sources/bitcoin-files/progress.ts';
import { describeImport, exitCodeOf } from './sources/bitcoin-files/report.ts';

const usage = `npm run import -- [--first-height N] <file or folder> …

Loads Bitcoin blocks into the ledger: blk*.dat files (any order, xor.dat honoured), folders of them, or files with one raw block.
It can be stopped at any time and run again.

  --first-height N   height of the first block, where it cannot be known: blocks older than BIP34 whose parents are missing

Exit codes: 0 all loaded or already there · 1 could not run · 2 something was refused or damaged · 130 stopped`;

class UsageError extends Error {
  override name = 'UsageError';
}

function readArguments(
  args: readonly string[],
): { paths: string[]; firstHeight: number | undefined } | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'first-height': { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
    if (values.help === true) return undefined;
    const given = values['first-height'];
    if (given !== undefined && !/^\d{1,9}$/.test(given))
      throw new UsageError('--first-height takes a whole number');
    if (positionals.length === 0) throw new UsageError('No file or folder given');
    return { paths: positionals, firstHeight: given === undefined ? undefined : Number(given) };
  } catch (error) {
    throw error instanceof UsageError
      ? error
      : new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Errors that the operator can act on are told without a stack. */
function explain(error: unknown): string {
  if (isDiskFull(error)) {
    return 'The disk is full. Everything up to the last finished batch is kept; make room and run the same command again.';
  }
  const known = [ConfigError, DataFolderError, BlockFileError, LedgerError, UsageError].some(
    (kind) => error instanceof kind,
  );
  if (known && error instanceof Error)
    return error instanceof UsageError ? `${error.message}\n\n${usage}` : error.message;
  if (isUnreachable(error)) return `The database does not answer: ${error.message}`;
  return `The import failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

async function main(): Promise<number> {
  const args = readArguments(process.argv.slice(2));
  if (!args) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  const config = readConfig(process.env);
  const folder = config.databaseUrl === undefined ? openDataFolder(config.dataDir, 'an import') : undefined;
  try {
    const db = await openDatabase({
      dataDir: config.dataDir,
      databaseUrl: config.databaseUrl,
      statementTimeoutMs: 0,
    });
    try {
      const lock = await takeWriterLock(db);
      if (!lock)
        throw new DataFolderError('Another import is writing to this database. Let it finish first.');
      const stop = new AbortController();
      const onSignal = (): void => {
        if (stop.signal.aborted) process.exit(130);
        stop.abort();
        process.stderr.write('\nStopping after this batch …\n');
      };
      process.on('SIGINT', onSignal);
      process.on('SIGTERM', onSignal);
      const progress = createProgress(process.stderr, Date.now);
      const startedAt = Date.now();
      try {
        const report = await importBlocks({
          ledger: createBitcoinLedger({ db, hashing: nativeHashing }),
          hashing: nativeHashing,
          paths: args.paths,
          network: config.bitcoin.network,
          ...(args.firstHeight === undefined ? {} : { firstHeight: args.firstHeight }),
          onProgress: (p) => progress.show(p),
          signal: stop.signal,
        });
        progress.clear();
        process.stdout.write(`${describeImport(report, (Date.now() - startedAt) / 1000)}\n`);
        return exitCodeOf(report);
      } finally {
        progress.clear();
        await lock.release();
      }
    } finally {
      await db.close().catch(() => {});
    }
  } finally {
    folder?.release();
  }
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  return 1;
});
