import { readFile } from 'node:fs/promises';
import { ConfigError, readConfig } from '../config.ts';
import { DataFolderError } from '../data-folder.ts';
import { BuiltInError } from '../db/built-in/built-in-error.ts';
import { openDatabase } from '../db/open.ts';
import { SqlError } from '../db/sql-error.ts';
import { clustersOf, clustersUpTo, entitiesOf, relabel } from '../ledger/bitcoin/clusters/clusters.ts';
import { createScores } from '../contexts/risk/scores/score.service.ts';
import { verifyRecord, type Verdict } from '../contexts/risk/scores/verify-record.ts';

const usage = 'Usage: npm run verify-score -- <file.json>';
const exitCodes = { equal: 0, differs: 1, impossible: 2 } as const;
/** A record of a score with all its evidence is far smaller. */
const mostBytes = 64 * 1024 * 1024;

class UsageError extends Error {
  override name = 'UsageError';
}

async function readText(args: readonly string[]): Promise<string> {
  const [file, ...more] = args;
  if (file === undefined || more.length > 0) throw new UsageError(usage);
  try {
    const bytes = await readFile(file);
    if (bytes.length > mostBytes) throw new UsageError(`${file} is too large for a score record`);
    return bytes.toString('utf8');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
}

function describe(verdict: Verdict): string {
  if (verdict.is === 'equal')
    return `Equal: the recomputed score has the same bytes. SHA-256 ${verdict.hash}\n`;
  if (verdict.is === 'impossible') return `The score cannot be recomputed here: ${verdict.why}\n`;
  return `Not equal. First difference: ${verdict.place}\nPossible reasons:\n${verdict.why.map((why) => `  ${why}\n`).join('')}`;
}

async function verify(args: readonly string[]): Promise<Verdict> {
  const text = await readText(args);
  const config = readConfig(process.env);
  const { db, close } = await openDatabase({
    config,
    as: 'command',
    what: 'the verification of a score',
    statementTimeoutMs: 0,
  });
  try {
    const scores = createScores({
      db,
      clusters: { clustersOf, clustersUpTo, entitiesOf, relabel },
      remote: { bitcoin: false, ethereum: false },
      now: Date.now,
    });
    return await verifyRecord(text, scores);
  } finally {
    await close();
  }
}

/** `npm run verify-score`: exit code 0 = equal, 1 = not equal, 2 = it could not be computed again. */
try {
  const verdict = await verify(process.argv.slice(2));
  process.stdout.write(describe(verdict));
  process.exitCode = exitCodes[verdict.is];
} catch (error) {
  const known = [UsageError, ConfigError, DataFolderError, BuiltInError, SqlError].some(
    (kind) => error instanceof kind,
  );
  const reason =
    error instanceof Error ? (known ? error.message : (error.stack ?? error.message)) : String(error);
  process.stderr.write(`The score could not be verified: ${reason}\n`);
  process.exitCode = exitCodes.impossible;
}
