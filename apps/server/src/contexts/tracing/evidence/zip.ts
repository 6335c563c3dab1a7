import { crc32, inflateRawSync } from 'node:zlib';
import { bundleLimits as limits, isBundleName } from '@hopscope/canvas';
import { zipStream } from '../../../lib/zip-stream.ts';

/** Reason to reject a ZIP as a bundle. */
export class ZipError extends Error {
  override name = 'ZipError';
}

/** Packs files without timestamps, in the given order. The same files produce the same bytes. */
export async function packZip(files: ReadonlyMap<string, Uint8Array>): Promise<Buffer> {
  const parts: Buffer[] = [];
  const entries = Array.from(files, ([name, bytes]) => ({ name, bytes }));
  for await (const part of zipStream(entries)) parts.push(part);
  return Buffer.concat(parts);
}

const marks = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 } as const;
const endSize = 22;

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
}

function nameOf(bytes: Uint8Array): string {
  const name = Buffer.from(bytes).toString('latin1');
  if (name.length > limits.name || !isBundleName(name))
    throw new ZipError(
      `It contains ${JSON.stringify(name.slice(0, limits.name))}, which is not a bundle file`,
    );
  return name;
}

/** Reads the central directory (PKWARE APPNOTE, sections 4.3.12 and 4.3.16), without support for extensions. */
function readEntries(zip: Uint8Array, view: DataView): { entries: Entry[]; from: number } {
  const end = zip.length - endSize;
  if (end < 0 || view.getUint32(end, true) !== marks.end)
    throw new ZipError('The end of the ZIP is invalid: the file is truncated or not a bundle');
  const count = view.getUint16(end + 10, true);
  const [size, from] = [view.getUint32(end + 12, true), view.getUint32(end + 16, true)];
  if (view.getUint32(end + 4, true) !== 0 || view.getUint16(end + 8, true) !== count)
    throw new ZipError('It is part of a multi-part ZIP');
  if (count > limits.files || from + size !== end)
    throw new ZipError('Its file list is truncated or too long');
  const entries: Entry[] = [];
  let at = from;
  for (let i = 0; i < count; i++) {
    if (at + 46 > end || view.getUint32(at, true) !== marks.central)
      throw new ZipError('Its file list is truncated');
    const [nameSize, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
    if (extra !== 0 || comment !== 0 || at + 46 + (nameSize ?? 0) > end)
      throw new ZipError('Its file list has fields that a bundle does not use');
    const flags = view.getUint16(at + 8, true);
    if ((flags & ~0x0800) !== 0)
      throw new ZipError('It contains encrypted files or an unsupported compression method');
    entries.push({
      name: nameOf(zip.subarray(at + 46, at + 46 + (nameSize ?? 0))),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    });
    at += 46 + (nameSize ?? 0);
  }
  if (at !== end) throw new ZipError('Its file list is truncated');
  return { entries, from };
}

function unpack({ name, method, packed, size, crc }: Entry, bytes: Uint8Array): Uint8Array {
  if (method !== 0 && method !== 8) throw new ZipError(`${name} has an unsupported compression method`);
  let plain: Uint8Array;
  try {
    // One byte more than declared detects larger content without storing it.
    plain = method === 0 ? bytes : inflateRawSync(bytes, { maxOutputLength: size + 1 });
  } catch (error) {
    throw new ZipError(`${name} does not unpack to ${size} bytes`, { cause: error });
  }
  if (plain.length !== size || (method === 0 && packed !== size))
    throw new ZipError(`${name} does not unpack to ${size} bytes`);
  if (crc32(plain) !== crc) throw new ZipError(`${name} is corrupt`);
  return plain;
}

/**
 * Reads a ZIP strictly: only names of bundle files, each once, one file directly after the other, no other bytes, and at most
 * the size of a bundle. Throws ZipError.
 */
export function readZip(zip: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const { entries, from } = readEntries(zip, view);
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > limits.bytes || entries.some(({ size }) => size > limits.fileBytes))
    throw new ZipError(`It unpacks to ${total} bytes or contains a file that is too large for a bundle`);
  const files = new Map<string, Uint8Array>();
  let at = 0;
  for (const entry of entries) {
    if (files.has(entry.name)) throw new ZipError(`It contains ${entry.name} twice`);
    if (entry.at !== at || at + 30 > from || view.getUint32(at, true) !== marks.local)
      throw new ZipError(`${entry.name} is not at the position in the file list`);
    const [nameSize, extra] = [view.getUint16(at + 26, true), view.getUint16(at + 28, true)];
    const start = at + 30 + nameSize;
    const own = Buffer.from(zip.subarray(at + 30, start)).toString('latin1');
    const same =
      view.getUint32(at + 14, true) === entry.crc &&
      view.getUint32(at + 18, true) === entry.packed &&
      view.getUint32(at + 22, true) === entry.size &&
      view.getUint16(at + 8, true) === entry.method;
    if (own !== entry.name || extra !== 0 || !same)
      throw new ZipError(`The header of ${entry.name} differs from the file list`);
    at = start + entry.packed;
    if (at > from) throw new ZipError(`${entry.name} is corrupt`);
    files.set(entry.name, unpack(entry, zip.subarray(start, at)));
  }
  if (at !== from) throw new ZipError('It contains bytes outside of its files');
  return files;
}
