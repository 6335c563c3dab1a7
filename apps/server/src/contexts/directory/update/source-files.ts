import { createHash, type Hash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { pipeline as connect, Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { createTarDecoder } from 'modern-tar';
import type { Outbound } from '../../../outbound/outbound.ts';
import { OutboundError } from '../../../outbound/outbound.ts';
import { ImportError, type ImportFile } from '../import/import-item.ts';

const maxBytes = 1 << 30;
const maxUnpacked = 4 * 2 ** 30;
const maxFiles = 20_000;
const fetchTimeoutMs = 15 * 60_000;
/** Files to import; others in an archive or folder (licenses, images) are ignored. */
const readable = /\.(xml|ya?ml|json|jsonl|csv|tsv|txt)(\.gz)?$/i;
const archive = /\.(tar|tar\.gz|tgz)$/i;

/** The files of a source, which can be read more than once. */
export interface SourceFiles {
  readonly files: readonly ImportFile[];
  /** SHA-256 of all bytes as received, in hex. */
  readonly contentHash: string;
  /** Deletes fetched and unpacked files. */
  dispose(): Promise<void>;
}

export interface SourceFilesOptions {
  readonly outbound: Outbound;
  /** Absolute; the folder of local lists. */
  readonly folder: string;
  /** Absolute; for temporary files. */
  readonly workFolder: string;
}

/**
 * Opens the files of a source: a web address (`https://`, fetched completely before it is read), or a file or folder below
 * the operator's folder for lists. Unpacks archives (`.tar`, `.tar.gz`) and `.gz`. Throws ImportError `unreachable`,
 * `forbidden`, `too_large`, and file system errors if the disk is full.
 */
export function createSourceFiles({ outbound, folder, workFolder }: SourceFilesOptions) {
  async function fetched(url: string, own: string, hash: Hash, signal: AbortSignal): Promise<RawFile[]> {
    const path = join(own, 'download');
    const name = basename(new URL(url).pathname) || new URL(url).hostname;
    try {
      const answer = await outbound.fetch({ url, maxBytes, timeoutMs: fetchTimeoutMs, signal });
      const typed = /gzip|x-tar/.test(answer.contentType ?? '') && !/\.(gz|tgz|tar)$/i.test(name);
      await pipeline(Readable.from(hashed(answer.body, hash)), createWriteStream(path));
      // Code hosts serve archives under names without an extension.
      return [{ name: typed ? `${name}.tar.gz` : name, path }];
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      const code =
        error.code === 'too_large'
          ? 'too_large'
          : error.code === 'forbidden_address'
            ? 'forbidden'
            : 'unreachable';
      throw new ImportError(code, new URL(url).host, error.message, { cause: error });
    }
  }

  async function local(location: string, hash: Hash): Promise<RawFile[]> {
    const base = await realpath(folder).catch(() => undefined);
    const path = base === undefined ? undefined : await realpath(join(base, location)).catch(() => undefined);
    if (base === undefined || path === undefined) {
      throw new ImportError('unreachable', location, 'no such file or folder in the list folder');
    }
    if (path !== base && !path.startsWith(base + sep)) {
      throw new ImportError('forbidden', location, 'is outside the list folder');
    }
    const raw = await filesBelow(path, base);
    for (const file of raw)
      for await (const chunk of createReadStream(file.path)) hash.update(chunk as Uint8Array);
    return raw;
  }

  return async function open(location: string, signal: AbortSignal): Promise<SourceFiles> {
    const own = join(workFolder, randomUUID());
    await mkdir(own, { recursive: true });
    const dispose = (): Promise<void> => rm(own, { recursive: true, force: true });
    try {
      const hash = createHash('sha256');
      const web = /^https?:\/\//i.test(location);
      const raw = web ? await fetched(location, own, hash, signal) : await local(location, hash);
      const files: ImportFile[] = [];
      for (const file of raw) {
        signal.throwIfAborted();
        if (archive.test(file.name)) files.push(...(await unpack(file, own, signal)));
        else files.push(importFile(file));
      }
      if (files.length === 0) {
        throw new ImportError('not_this_format', location, 'no list file found');
      }
      return { files, contentHash: hash.digest('hex'), dispose };
    } catch (error) {
      await dispose();
      throw error;
    }
  };
}

export type OpenSourceFiles = ReturnType<typeof createSourceFiles>;

interface RawFile {
  readonly name: string;
  readonly path: string;
}

async function* hashed(body: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    hash.update(chunk);
    yield chunk;
  }
}

/** Returns the file itself, or the files below a folder by name; doesn't follow links. */
async function filesBelow(path: string, base: string): Promise<RawFile[]> {
  const found = await lstat(path);
  if (found.isFile()) return [{ name: relative(base, path) || basename(path), path }];
  const names = await readdir(path, { recursive: true, withFileTypes: true });
  const files = names
    .filter((entry) => entry.isFile() && (readable.test(entry.name) || archive.test(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  if (files.length > maxFiles) throw new ImportError('too_large', relative(base, path), 'too many files');
  return files.map((file) => ({ name: relative(base, file), path: file }));
}

function importFile({ name, path }: RawFile): ImportFile {
  return {
    name,
    read(signal) {
      const bytes = createReadStream(path, { highWaterMark: 1 << 18, signal });
      return /\.gz$/i.test(name) ? unzipped(bytes, name) : bytes;
    },
  };
}

async function* unzipped(bytes: Readable, name: string): AsyncGenerator<Uint8Array> {
  let taken = 0;
  try {
    for await (const chunk of through(bytes, createGunzip()) as AsyncIterable<Uint8Array>) {
      taken += chunk.length;
      if (taken > maxUnpacked) throw new ImportError('too_large', name, 'too large when unpacked');
      yield chunk;
    }
  } catch (error) {
    if (error instanceof ImportError || !isZlibError(error)) throw error;
    throw new ImportError('torn', name, 'not a whole gzip file', { cause: error });
  }
}

/** Connects a stream with a transform, which also ends with an error of the stream. */
function through(bytes: Readable, transform: Transform): Transform {
  connect(bytes, transform, () => {});
  return transform;
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

/** Unpacks entries into numbered files: their names have no effect on this disk. */
async function unpack(file: RawFile, own: string, signal: AbortSignal): Promise<ImportFile[]> {
  const folder = join(own, `unpacked-${randomUUID()}`);
  await mkdir(folder);
  const unpacked: RawFile[] = [];
  let total = 0;
  const plain = createReadStream(file.path, { signal });
  const bytes = /\.tar$/i.test(file.name) ? plain : through(plain, createGunzip());
  const decoder = createTarDecoder({ strict: true });
  const feeding = feed(bytes, decoder.writable.getWriter());
  try {
    for await (const entry of chunksOf(decoder.readable)) {
      const { name, size, type } = entry.header;
      if (type !== 'file' || !readable.test(name)) {
        await entry.body.cancel();
        continue;
      }
      total += size;
      if (total > maxUnpacked || unpacked.length >= maxFiles) {
        throw new ImportError('too_large', file.name, 'too large when unpacked');
      }
      const path = join(folder, String(unpacked.length));
      await pipeline(Readable.from(chunksOf(entry.body)), createWriteStream(path));
      unpacked.push({ name: name.replace(/^[^/]*\//, ''), path });
    }
    await feeding;
  } catch (error) {
    if (error instanceof ImportError || signal.aborted || isFileSystemError(error)) throw error;
    throw new ImportError('torn', file.name, 'not a whole archive', { cause: error });
  } finally {
    plain.destroy();
    await feeding.catch(() => {});
  }
  return unpacked.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(importFile);
}

/** Converts a stream: Node's and the browser's types of web streams are incompatible. */
async function feed(
  bytes: AsyncIterable<Uint8Array>,
  writer: WritableStreamDefaultWriter<Uint8Array>,
): Promise<void> {
  try {
    for await (const chunk of bytes) await writer.write(chunk);
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => {});
    throw error;
  }
}

async function* chunksOf<T>(stream: ReadableStream<T>): AsyncGenerator<T> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function isFileSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
