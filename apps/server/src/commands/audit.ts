import { parseArgs } from 'node:util';
import { auditLedger } from './audit-ledger.ts';
import { auditLogChains } from './audit-log.ts';
import { ConfigError, readConfig } from '../config.ts';
import { DataFolderError } from '../data-folder.ts';
import { BuiltInError } from '../db/built-in/built-in-error.ts';
import { SchemaError } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { SqlError } from '../db/sql-error.ts';

const usage = 'Usage: npm run audit [-- --height <block> | -- log]';
const exitCodes = { consistent: 0, violated: 1, notRun: 2 } as const;

class UsageError extends Error {
  override name = 'UsageError';
}

type Request = { what: 'ledger'; height: number | undefined } | { what: 'log' };

function readRequest(args: string[]): Request {
  const { values, positionals } = parse(args);
  const [subject, ...more] = positionals;
  if (subject === undefined) return { what: 'ledger', height: readHeight(values.height) };
  if (subject !== 'log' || more.length > 0)
    throw new UsageError(`${positionals.join(' ')} cannot be audited\n${usage}`);
  if (values.height !== undefined) throw new UsageError(`--height applies to the ledger only\n${usage}`);
  return { what: 'log' };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { height: { type: 'string' } } });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${usage}`, {
      cause: error,
    });
  }
}

function readHeight(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--height must be a block height, not ${text}\n${usage}`);
  return Number(text);
}

async function audit(args: string[], signal: AbortSignal): Promise<number> {
  const request = readRequest(args);
  const config = readConfig(process.env);
  const { db, close } = await openDatabase({
    config,
    as: 'command',
    what: 'an audit',
    statementTimeoutMs: 0,
  });
  try {
    const { ok, text } =
      request.what === 'log' ? await auditLogChains(db) : await auditLedger(db, request.height, signal);
    process.stdout.write(text);
    return ok ? exitCodes.consistent : exitCodes.violated;
  } finally {
    await close();
  }
}

/** `npm run audit`, of the ledger or of the audit log: exit code 0 = consistent, 1 = a violation, 2 = the audit could not run. */
const stop = new AbortController();
const interrupt = (): void => stop.abort(new UsageError('Stopped'));
process.once('SIGINT', interrupt);
process.once('SIGTERM', interrupt);
try {
  process.exitCode = await audit(process.argv.slice(2), stop.signal);
} catch (error) {
  const known = [UsageError, ConfigError, DataFolderError, BuiltInError, SchemaError, SqlError].some(
    (kind) => error instanceof kind,
  );
  const text = !(error instanceof Error)
    ? String(error)
    : known
      ? error.message
      : (error.stack ?? error.message);
  process.stderr.write(`The audit could not run: ${text}\n`);
  process.exitCode = exitCodes.notRun;
}
