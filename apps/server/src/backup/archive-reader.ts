import { createHash } from 'node:crypto';
import {
  ArchiveError,
  endBytes,
  endContentBytes,
  hashBytes,
  type Manifest,
  manifest as manifestSchema,
  type PartBegin,
  partBegin,
} from './archive-format.ts';
import {
  type ByteReader,
  createByteReader,
  damaged,
  type Frame,
  readFrames,
  readFully,
  readHeader,
  type Unpacked,
  unpack,
  unpackAhead,
} from './archive-frames.ts';
import { type Chunk, decodeIndex, decodeRuns, type Run } from './chunk-index.ts';
import { openEncryption } from './passphrase.ts';
import type { Source } from './place.ts';

/** A part while it is read. `data` has to be read to its end before the next part. */
export interface ReadPart {
  readonly begin: PartBegin;
  readonly data: AsyncIterable<Buffer>;
}

/** Size and hash of a part, as read. */
interface Counted {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

const sha256Of = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** Chunks that are skipped by reading them; beyond, the archive is opened again at another place. */
const mostSkipped = 16;

/** Opens an archive and reads its header. Throws ArchiveError, PlaceError. */
async function openOne(source: Source, passphrase: string | undefined) {
  const first = createByteReader(source.open());
  const { header, hash: firstHash } = await readHeader(first);
  const begin = first.offset;
  await first.close();
  const cipher = header.encryption ? await openEncryption(passphrase, header.encryption) : undefined;

  /** Opens the archive at a frame, after the hash before it. */
  async function openAt(at: number): Promise<{ reader: ByteReader; before: Buffer }> {
    const reader = createByteReader(source.open(at - hashBytes), at - hashBytes);
    return { reader, before: await readFully(reader, hashBytes) };
  }

  async function frames(): Promise<AsyncGenerator<Frame>> {
    const { reader } = await openAt(begin);
    return readFrames(reader, { before: firstHash, cipher });
  }

  return { source, header, cipher, openAt, frames };
}
type OneArchive = Awaited<ReturnType<typeof openOne>>;

/** Where the index begins, and the hash of the end. */
function readEnd(frame: Pick<Frame, 'packed'>): { at: number; number: number } {
  return { at: Number(frame.packed.readBigUInt64BE()), number: frame.packed.readUInt32BE(8) };
}

/** A complete archive as the base of incremental ones. */
export interface Base {
  readonly name: string;
  /** Hash of its end (hex). */
  readonly hash: string;
  /** Returns the number of the chunk with this SHA-256. */
  find(sha256: Buffer): number | undefined;
}

async function readIndex(archive: OneArchive): Promise<{ chunks: Chunk[]; hash: string }> {
  const size = await archive.source.size();
  const { reader, before } = await archive.openAt(size - endBytes);
  let last: Frame | undefined;
  for await (const frame of readFrames(reader, { before, cipher: archive.cipher })) last = frame;
  if (last?.kind !== 'end' || last.packed.length !== endContentBytes)
    throw damaged(size - endBytes, 'it does not end like an archive');
  const { at, number } = readEnd(last);
  const opened = await archive.openAt(at);
  const chunks: Chunk[] = [];
  const read = readFrames(opened.reader, { before: opened.before, first: number, cipher: archive.cipher });
  for await (const frame of read)
    if (frame.kind === 'index') for (const chunk of decodeIndex(await unpack(frame))) chunks.push(chunk);
  return { chunks, hash: last.hash.toString('hex') };
}

/**
 * Reads the index of a complete archive; with a passphrase, one without encryption is refused, because it would have to stay.
 * Throws ArchiveError, PlaceError.
 */
export async function openBase(
  source: Source,
  { name, passphrase }: { name: string; passphrase: string | undefined },
): Promise<Base> {
  const archive = await openOne(source, passphrase);
  if (archive.header.base !== null) throw new ArchiveError(`${name} is not a complete archive.`);
  if (passphrase !== undefined && archive.header.encryption === null)
    throw new ArchiveError(`${name} is not encrypted.`);
  const { chunks, hash } = await readIndex(archive);
  const numbers = new Map(chunks.map(({ sha256 }, number) => [sha256.toString('latin1'), number]));
  return {
    name,
    hash,
    find: (sha256) => numbers.get(sha256.toString('latin1')),
  };
}

/** Reads chunks of a base by their numbers, which mostly rise. */
function createChunkReader(archive: OneArchive, chunks: readonly Chunk[]) {
  let unpacked: AsyncGenerator<Unpacked> | undefined;
  /** Number of the chunk that comes next. */
  let next = 0;

  async function close(): Promise<void> {
    await unpacked?.return(undefined);
    unpacked = undefined;
  }

  async function seek(number: number): Promise<void> {
    if (unpacked && number >= next && number - next <= mostSkipped) return;
    await close();
    const chunk = chunks[number];
    if (!chunk)
      throw new ArchiveError(`The archive refers to chunk ${number}, which its base does not have.`);
    const { reader, before } = await archive.openAt(chunk.at);
    unpacked = unpackAhead(readFrames(reader, { before, first: chunk.frame, cipher: archive.cipher }));
    next = number;
  }

  return {
    /** Yields the chunks of a run. Throws ArchiveError if one is not what the index says. */
    async *read({ first, count }: Run): AsyncGenerator<Buffer> {
      await seek(first);
      while (next < first + count) {
        const found = await unpacked?.next();
        if (found === undefined || found.done === true)
          throw new ArchiveError(`The archive refers to chunk ${next}, which its base does not have.`);
        const { frame, plain } = found.value;
        if (frame.kind !== 'data') continue;
        const number = next++;
        const bytes = await plain;
        if (number < first) continue;
        if (chunks[number]?.sha256.equals(sha256Of(bytes)) !== true)
          throw damaged(frame.at, `chunk ${number} of the base is not what its index says`);
        yield bytes;
      }
    },
    close,
  };
}

/**
 * Opens an archive and reads its header; the base of an incremental one is opened beside it when it is needed. Throws
 * ArchiveError, PlaceError.
 */
export async function openArchive(source: Source, passphrase: string | undefined) {
  const own = await openOne(source, passphrase);

  const { base } = own.header;

  /** Runs `work` on the base, whose name goes before the message of an ArchiveError. */
  async function ofBase<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      throw new ArchiveError(`It needs ${base?.name}. ${error.message}`, { cause: error });
    }
  }

  /** Opens the base and its index; undefined for a complete archive. */
  async function openItsBase(): Promise<{ archive: OneArchive; chunks: Chunk[] } | undefined> {
    if (base === null) return undefined;
    return ofBase(async () => {
      const archive = await openOne(source.sibling(base.name), passphrase);
      const { chunks, hash } = await readIndex(archive);
      if (hash !== base.hash) throw new ArchiveError('This is not the one that it was made from.');
      return { archive, chunks };
    });
  }

  return {
    header: own.header,

    /**
     * Reads the whole archive, and its base, and checks every byte. Throws ArchiveError with the place of the first damage.
     * Returns the bytes of both.
     */
    async verify(): Promise<{ manifest: Manifest; bytes: number }> {
      const { manifest, bytes } = await verifyFrames(own);
      const opened = await openItsBase();
      const more = opened ? (await ofBase(() => verifyFrames(opened.archive))).bytes : 0;
      return { manifest, bytes: bytes + more };
    },

    /** Calls `use` with each part in order, and compares sizes and hashes with the manifest. Throws ArchiveError. */
    async readParts(use: (part: ReadPart) => Promise<void>): Promise<Manifest> {
      const opened = await openItsBase();
      const chunks = opened && createChunkReader(opened.archive, opened.chunks);
      const unpacked = unpackAhead(await own.frames());
      const counted: Counted[] = [];
      let next = await unpacked.next();
      const kind = (): string => (next.done === true ? 'nothing' : next.value.frame.kind);
      async function* pieces(): AsyncGenerator<Buffer> {
        for (;;) {
          next = await unpacked.next();
          if (next.done === true) return;
          const { frame, plain } = next.value;
          if (frame.kind === 'data') yield await plain;
          else if (frame.kind !== 'same') return;
          else if (!chunks) throw damaged(frame.at, 'it refers to a base, but has none');
          else for (const run of decodeRuns(await plain)) yield* chunks.read(run);
        }
      }
      try {
        while (next.done !== true && kind() === 'begin') {
          const begun = partBegin.parse(JSON.parse((await next.value.plain).toString()));
          const digest = createHash('sha256');
          let bytes = 0;
          const data = (async function* (): AsyncGenerator<Buffer> {
            for await (const plain of pieces()) {
              digest.update(sha256Of(plain));
              bytes += plain.length;
              yield plain;
            }
          })();
          await use({ begin: begun, data });
          const name = begun.is === 'table' ? begun.name : begun.path;
          counted.push({ name, bytes, sha256: digest.digest('hex') });
        }
        while (kind() === 'index') next = await unpacked.next();
        if (next.done === true || kind() !== 'manifest')
          throw new ArchiveError('The archive has no manifest.');
        const manifest = manifestSchema.parse(JSON.parse((await next.value.plain).toString()));
        compare(manifest, counted);
        return manifest;
      } finally {
        await unpacked.return(undefined);
        await chunks?.close();
      }
    },
  };
}

/** Reads an archive from its first to its last frame. */
async function verifyFrames(archive: OneArchive): Promise<{ manifest: Manifest; bytes: number }> {
  let manifest: Frame | undefined;
  let index: { at: number; number: number } | undefined;
  let bytes = 0;
  for await (const frame of await archive.frames()) {
    if (frame.kind === 'manifest') manifest = frame;
    if (frame.kind === 'index' || frame.kind === 'manifest') index ??= frame;
    if (frame.kind !== 'end') continue;
    bytes = frame.at + endBytes;
    const said = frame.packed.length === endContentBytes ? readEnd(frame) : undefined;
    if (said?.at !== index?.at || said?.number !== index?.number)
      throw damaged(frame.at, 'its end contradicts its frames');
  }
  if (!manifest) throw new ArchiveError('The archive has no manifest.');
  const text = await unpack(manifest);
  return { manifest: manifestSchema.parse(JSON.parse(text.toString())), bytes };
}

function compare({ parts }: Manifest, counted: readonly Counted[]): void {
  if (parts.length !== counted.length)
    throw new ArchiveError(`The archive has ${counted.length} parts, but its manifest ${parts.length}.`);
  for (const [i, part] of parts.entries()) {
    const own = counted[i];
    if (own?.name !== part.name || own.bytes !== part.bytes || own.sha256 !== part.sha256)
      throw new ArchiveError(`The archive contradicts its manifest about ${part.name}.`);
  }
}

export type Archive = Awaited<ReturnType<typeof openArchive>>;
