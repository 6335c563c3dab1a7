import { setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import { ArchiveError } from '../backup/archive-format.ts';
import { backUp, findBase, prune } from '../backup/back-up.ts';
import { PlaceError } from '../backup/place.ts';
import { openPlace } from '../backup/places.ts';
import { readVersion } from '../build/read-version.ts';
import { ConfigError, readConfig } from '../config.ts';
import { BackupRunning, recordBackup } from '../contexts/operations/backups/backup-record.ts';
import { DataFolderError } from '../data-folder.ts';
import { BuiltInError } from '../db/built-in/built-in-error.ts';
import { createKysely } from '../db/dialect.ts';
import { SchemaError } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { SqlError } from '../db/sql-error.ts';
import { failureText } from './failure-text.ts';

const usage = `npm run backup [-- [--without-chain] [--complete | --incremental] [<folder> or s3://<bucket>/<prefix>]]

Writes one archive of the database and the files of DATA_DIR, also while the server runs. Without a place, it goes to BACKUP_TO, where the newest BACKUP_KEEP archives are kept and every BACKUP_COMPLETE_EVERY-th is complete.

  --without-chain   leaves out what loading the chain again restores
  --complete        needs no other archive; the default if a place is named
  --incremental     only what differs from the newest complete archive in that place, which a restore needs too

Exit codes: 0 done · 1 it could not be made, and nothing of it was kept`;

class UsageError extends Error {
  override name = 'UsageError';
}

interface Arguments {
  to: string | undefined;
  withoutChain: boolean;
  /** Undefined: as the settings say. */
  incremental: boolean | undefined;
}

function readArguments(args: readonly string[]): Arguments {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'without-chain': { type: 'boolean' },
        complete: { type: 'boolean' },
        incremental: { type: 'boolean' },
      },
    });
    if (positionals.length > 1) throw new UsageError('Only one place can be given');
    const { complete, incremental } = values;
    if (complete && incremental) throw new UsageError('An archive is either complete or incremental');
    return {
      to: positionals[0],
      withoutChain: values['without-chain'] === true,
      incremental: incremental ?? (complete ? false : undefined),
    };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${usage}`, {
      cause: error,
    });
  }
}

const megabytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1e6))} MB`;

async function backup(args: readonly string[], signal: AbortSignal): Promise<void> {
  const { to, withoutChain, incremental } = readArguments(args);
  const config = readConfig(process.env);
  const target = to ?? config.backup.to;
  if (target === undefined) throw new UsageError(`Name a place, or set BACKUP_TO\n${usage}`);
  const place = openPlace(target, config.backup.s3);
  const chain = config.backup.chain && !withoutChain;
  // People's requests come first.
  setPriority(10);
  const { db, url, close } = await openDatabase({
    config,
    as: 'command',
    what: 'a backup',
    statementTimeoutMs: 0,
  });
  try {
    const { passphrase, completeEvery } = config.backup;
    const scheduled = to === undefined ? completeEvery - 1 : 0;
    const most = incremental === undefined ? scheduled : incremental ? Number.POSITIVE_INFINITY : 0;
    const base = await findBase(place, {
      chain,
      passphrase,
      most,
      onRefused: (reason) =>
        void process.stdout.write(
          `A complete archive is made, because the last one cannot be read: ${reason}\n`,
        ),
    });
    const begun = performance.now();
    const { name, bytes, rawBytes, sameBytes } = await recordBackup(
      createKysely(db),
      { chain, now: Date.now },
      () =>
        backUp({
          url,
          dataDir: config.dataDir,
          chain,
          passphrase,
          place,
          base,
          version: readVersion(),
          now: Date.now,
          signal,
        }),
    );
    const seconds = Math.max(0.1, (performance.now() - begun) / 1000);
    const details = [
      megabytes(bytes),
      ...(base ? [`${Math.floor((100 * sameBytes) / rawBytes)}% as in ${base.name}`] : []),
    ].join('; ');
    process.stdout.write(
      `Backed up ${megabytes(rawBytes)} into ${name} (${details}) in ${seconds.toFixed(1)} s${passphrase === undefined ? ', not encrypted' : ''}\n`,
    );
    if (to === undefined)
      for (const old of await prune(place, config.backup.keep)) process.stdout.write(`Removed ${old}\n`);
  } finally {
    await close();
  }
}

const stop = new AbortController();
const interrupt = (): void => stop.abort(new UsageError('Stopped'));
process.once('SIGINT', interrupt);
process.once('SIGTERM', interrupt);
try {
  await backup(process.argv.slice(2), stop.signal);
} catch (error) {
  const text = failureText(error, [
    UsageError,
    ArchiveError,
    BackupRunning,
    PlaceError,
    ConfigError,
    DataFolderError,
    BuiltInError,
    SchemaError,
    SqlError,
  ]);
  process.stderr.write(`The backup could not be made: ${stop.signal.aborted ? 'Stopped' : text}\n`);
  process.exitCode = 1;
}
