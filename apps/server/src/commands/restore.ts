import { parseArgs } from 'node:util';
import { ArchiveError } from '../backup/archive-format.ts';
import { openArchive } from '../backup/archive-reader.ts';
import { PlaceError } from '../backup/place.ts';
import { openSource } from '../backup/places.ts';
import { restore } from '../backup/restore.ts';
import { ConfigError, readConfig } from '../config.ts';
import { DataFolderError } from '../data-folder.ts';
import { RestoreRefused } from '../db/backup/load.ts';
import { BuiltInError } from '../db/built-in/built-in-error.ts';
import { SchemaError } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { SqlError } from '../db/sql-error.ts';
import { auditLedger } from './audit-ledger.ts';
import { auditLogChains } from './audit-log.ts';
import { failureText } from './failure-text.ts';

const usage = `npm run restore -- [--verify-only | --without-audit] <file or s3://<bucket>/<key>>

Loads an archive of npm run backup into an empty database and a new DATA_DIR, and checks the result like npm run audit.

  --verify-only     reads and checks the whole archive, and changes nothing
  --without-audit   does not check the ledger and the audit log afterwards

Exit codes: 0 done · 1 it could not be restored: an unfinished database cannot be opened`;

class UsageError extends Error {
  override name = 'UsageError';
}
class AuditFailed extends Error {
  override name = 'AuditFailed';
}

function readArguments(args: readonly string[]): { from: string; verifyOnly: boolean; audit: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'verify-only': { type: 'boolean' }, 'without-audit': { type: 'boolean' } },
    });
    const [from, ...more] = positionals;
    if (from === undefined || more.length > 0) throw new UsageError('Name one archive');
    return { from, verifyOnly: values['verify-only'] === true, audit: values['without-audit'] !== true };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${usage}`, {
      cause: error,
    });
  }
}

/**
 * Settings of the built-in database during a restore: tables and indexes that are new in their transaction are written to
 * disk at its end, and not to the write-ahead log (PostgreSQL, "wal_level").
 */
const loadSettings = { wal_level: 'minimal', max_wal_senders: '0', checkpoint_timeout: '30min' };

const heightText = (height: number | null): string => (height === null ? 'empty' : String(height));

async function run(args: readonly string[]): Promise<void> {
  const { from, verifyOnly, audit } = readArguments(args);
  const config = readConfig(process.env);
  const source = openSource(from, config.backup.s3);
  const archive = await openArchive(source, config.backup.passphrase);
  const { version, createdAt, chain, base } = archive.header;
  process.stdout.write(
    `${source.name}: made by Hopscope ${version} at ${new Date(createdAt).toISOString()}${chain ? '' : ', without the chain'}${base ? `, together with ${base.name}` : ''}\n`,
  );
  if (verifyOnly) {
    const { manifest, bytes } = await archive.verify();
    process.stdout.write(`${manifest.parts.length} parts and ${bytes} bytes are intact\n`);
    return;
  }
  const { db, url, close } = await openDatabase({
    config: { ...config, databaseSettings: { ...config.databaseSettings, ...loadSettings } },
    as: 'server',
    what: 'a restore',
    statementTimeoutMs: 0,
    asItIs: true,
  });
  try {
    const begun = performance.now();
    let audited = 0;
    const { parts, heights } = await restore({
      archive,
      name: source.name,
      url,
      dataDir: config.dataDir,
      async check() {
        if (!audit) return;
        const loaded = performance.now();
        for (const { ok, text } of [
          await auditLedger(db, undefined, new AbortController().signal),
          await auditLogChains(db),
        ]) {
          process.stdout.write(text);
          if (!ok) throw new AuditFailed('The restored database violates an invariant');
        }
        audited = performance.now() - loaded;
      },
    });
    const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
    const seconds = Math.max(0.1, (performance.now() - begun - audited) / 1000);
    process.stdout.write(
      `Restored ${parts.length} parts with ${Math.max(1, Math.round(bytes / 1e6))} MB in ${seconds.toFixed(1)} s; Bitcoin height ${heightText(heights.bitcoin)}, Ethereum height ${heightText(heights.ethereum)}\n`,
    );
  } finally {
    await close();
  }
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  const text = failureText(error, [
    UsageError,
    AuditFailed,
    ArchiveError,
    RestoreRefused,
    PlaceError,
    ConfigError,
    DataFolderError,
    BuiltInError,
    SchemaError,
    SqlError,
  ]);
  process.stderr.write(`The archive was not restored: ${text}\n`);
  process.exitCode = 1;
}
