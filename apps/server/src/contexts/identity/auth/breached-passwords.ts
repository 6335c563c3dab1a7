import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '../../../lib/app-error.ts';

/** More bytes than the rest of a line and a hash: a line has 40 digits, a colon, a count, and its end. */
const windowBytes = 192;
const hashForm = /^[0-9A-Fa-f]{40}$/;

/** A file of hashes can't be read, or has another form. */
class FormError extends Error {
  override name = 'FormError';
}

/**
 * Returns the hash of the first line that begins after the first end of a line from `place` on, and where that line begins.
 * Place −1 counts as the end of a line. Undefined: there is no line.
 */
async function lineAfter(
  file: FileHandle,
  { place, size }: { place: number; size: number },
): Promise<{ hash: string; begin: number } | undefined> {
  const from = Math.max(0, place);
  const { bytesRead, buffer } = await file.read(Buffer.alloc(windowBytes), 0, windowBytes, from);
  const text = buffer.toString('latin1', 0, bytesRead);
  const end = place < 0 ? -1 : text.indexOf('\n');
  if (place >= 0 && end < 0) {
    if (from + bytesRead >= size) return undefined;
    throw new FormError(`a line is too long at byte ${from}`);
  }
  const begin = from + end + 1;
  if (begin >= size) return undefined;
  const hash = text.slice(end + 1, end + 41);
  if (!hashForm.test(hash)) throw new FormError(`no line HASH:count begins at byte ${begin}`);
  return { hash: hash.toUpperCase(), begin };
}

/** Tests whether a file of lines `HASH:count`, in the order of the hashes, has a hash, by halving the file. */
async function hasHash(file: FileHandle, hash: string): Promise<boolean> {
  const { size } = await file.stat();
  // The end of the line before the one that is looked for is at one of these bytes.
  let [low, high] = [-1, size];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const line = await lineAfter(file, { place: middle, size });
    if (line?.hash === hash) return true;
    if (line && line.hash < hash) low = line.begin;
    else high = middle;
  }
  return false;
}

/**
 * Tests whether a password is in a collection of breached ones: a file with the SHA-1 of each, as "Pwned Passwords" is
 * published in the order of its hashes. Throws 503 if the file can't be read or has another form.
 */
export async function isBreached(password: string, path: string): Promise<boolean> {
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
  try {
    const file = await open(path);
    try {
      return await hasHash(file, hash);
    } finally {
      await file.close();
    }
  } catch (error) {
    const reason = error instanceof FormError ? error.message : 'it cannot be read';
    const message = `New passwords cannot be checked at the moment (BREACHED_PASSWORDS_FILE: ${reason}).`;
    throw new AppError('unavailable', message, { cause: error });
  }
}
