import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { bundleLimits, checkBundle, type Finding } from '@hopscope/canvas';
import { nativeHashing } from '../ledger/native-hashing.ts';
import { readZip, ZipError } from '../contexts/tracing/evidence/zip.ts';

const usage = 'Usage: npm run verify-bundle -- <file.zip>';
const exitCodes = { confirmed: 0, wrong: 1, undecided: 2 } as const;
const words = { confirmed: 'correct   ', wrong: 'WRONG     ', unproven: 'not proven' } as const;

class UsageError extends Error {
  override name = 'UsageError';
}

async function readBytes(args: readonly string[]): Promise<Uint8Array> {
  const [file, ...more] = args;
  if (file === undefined || more.length > 0) throw new UsageError(usage);
  try {
    const handle = await open(file);
    try {
      const { size } = await handle.stat();
      if (size > bundleLimits.bytes) throw new UsageError(`${file} is too large for an evidence bundle`);
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${file} cannot be read: ${why}`, { cause: error });
  }
}

/** What files say must not move the cursor or change the title of a terminal. */
const printable = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`);

function verdictOf(findings: readonly Finding[]): { code: number; text: string } {
  const count = (verdict: Finding['verdict']): number =>
    findings.filter((one) => one.verdict === verdict).length;
  const [wrong, unproven] = [count('wrong'), count('unproven')];
  if (wrong > 0)
    return { code: exitCodes.wrong, text: `Do not rely on this bundle: ${wrong} checks failed.` };
  if (unproven > 0)
    return {
      code: exitCodes.undecided,
      text: `No check failed, but ${unproven} items are unproven: the bundle declares that it lacks their proofs.`,
    };
  return { code: exitCodes.confirmed, text: 'All checks passed.' };
}

/** `npm run verify-bundle`: exit code 0 = everything is correct, 1 = something is wrong, 2 = it could not be decided. */
try {
  const bytes = await readBytes(process.argv.slice(2));
  process.stdout.write(`SHA-256 of the file: ${createHash('sha256').update(bytes).digest('hex')}\n`);
  const findings = checkBundle(readZip(bytes), nativeHashing);
  for (const { verdict, text } of findings) process.stdout.write(`${words[verdict]}  ${printable(text)}\n`);
  const { code, text } = verdictOf(findings);
  process.stdout.write(`${text}\n`);
  process.exitCode = code;
} catch (error) {
  const known = error instanceof UsageError || error instanceof ZipError;
  const reason =
    error instanceof Error ? (known ? error.message : (error.stack ?? error.message)) : String(error);
  process.stderr.write(`The bundle could not be checked: ${printable(reason)}\n`);
  process.exitCode = exitCodes.undecided;
}
