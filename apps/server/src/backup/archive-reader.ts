import { createHash, type Hash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import {
  type ArchiveHeader,
  ArchiveError,
  chainHash,
  chunkBytes,
  formatVersion,
  frameHeadBytes,
  type FrameKind,
  hashBytes,
  header,
  kindBytes,
  longestContent,
  longestHeader,
  magic,
  type Manifest,
  manifest as manifestSchema,
  type PartBegin,
  partBegin,
} from './archive-format.ts';
import { type FrameCipher, openEncryption } from './passphrase.ts';
import type { Source } from './places.ts';

const decompress = promisify<Buffer, object, Buffer>(zstdDecompress);
const most = { maxOutputLength: 64 * chunkBytes, chunkSize: chunkBytes + 4096 };

/** Reads exact numbers of bytes from a stream. `offset` is the place of the next byte. */
function createByteReader(stream: AsyncIterable<Uint8Array>) {
  const pieces = stream[Symbol.asyncIterator]();
  let pending: Buffer[] = [];
  let waiting = 0;
  const reader = {
    offset: 0,
    /** Returns fewer bytes only at the end of the stream. */
    async read(length: number): Promise<Buffer> {
      while (waiting < length) {
        const { done, value } = await pieces.next();
        if (done === true) break;
        pending.push(Buffer.from(value.buffer, value.byteOffset, value.length));
        waiting += value.length;
      }
      const all = pending.length === 1 && pending[0] ? pending[0] : Buffer.concat(pending);
      const taken = all.subarray(0, length);
      pending = [all.subarray(taken.length)];
      waiting -= taken.length;
      reader.offset += taken.length;
      return taken;
    },
    close: async (): Promise<void> => void (await pieces.return?.()),
  };
  return reader;
}
type ByteReader = ReturnType<typeof createByteReader>;

function damaged(place: number, what: string, cause?: unknown): ArchiveError {
  return new ArchiveError(`The archive is damaged at byte ${place}: ${what}.`, { cause });
}

async function readFully(reader: ByteReader, length: number): Promise<Buffer> {
  const bytes = await reader.read(length);
  if (bytes.length < length)
    throw new ArchiveError(`The archive is truncated: it ends at byte ${reader.offset}.`);
  return bytes;
}

/** Reads and checks the header. Throws ArchiveError. */
async function readHeader(reader: ByteReader): Promise<{ header: ArchiveHeader; hash: Buffer }> {
  const start = await reader.read(magic.length);
  if (!start.equals(magic)) {
    throw magic.subarray(0, start.length).equals(start)
      ? new ArchiveError(`The archive is truncated: it ends at byte ${reader.offset}.`)
      : damaged(0, 'it does not begin like an archive of Hopscope');
  }
  const length = await readFully(reader, 4);
  const size = length.readUInt32BE();
  if (size > longestHeader) throw damaged(magic.length, 'the length of its header is impossible');
  const text = await readFully(reader, size);
  const hash = await readFully(reader, hashBytes);
  if (!hash.equals(chainHash(magic, length, text))) throw damaged(magic.length, 'its header was changed');
  const json = JSON.parse(text.toString()) as { format?: unknown; version?: unknown };
  if (typeof json.format !== 'number' || json.format > formatVersion)
    throw new ArchiveError(
      `The archive was made by a newer version of Hopscope (${String(json.version)}). Install that version to restore it.`,
    );
  return { header: header.parse(json), hash };
}

interface Frame {
  readonly kind: FrameKind;
  readonly at: number;
  /** Compressed, and no longer encrypted. */
  readonly packed: Buffer;
}

const kinds = new Map(Object.entries(kindBytes).map(([kind, byte]) => [byte, kind as FrameKind]));

/** Reads and checks frame after frame, up to and including the manifest, which has to end the archive. */
async function* readFrames(
  reader: ByteReader,
  before: Buffer,
  cipher: FrameCipher | undefined,
): AsyncGenerator<Frame> {
  let hash = before;
  for (let number = 0; ; number++) {
    const at = reader.offset;
    const head = await readFully(reader, frameHeadBytes);
    const kind = kinds.get(head[0] ?? 0);
    const length = head.readUInt32BE(1);
    if (kind === undefined || length > longestContent * (kind === 'manifest' ? 32 : 1))
      throw damaged(at, 'a frame does not begin here');
    const content = await readFully(reader, length);
    const own = await readFully(reader, hashBytes);
    hash = chainHash(hash, head, content);
    if (!own.equals(hash)) throw damaged(at, 'the hash of a frame does not fit');
    let packed = content;
    try {
      if (cipher) packed = cipher.open(number, kind, content);
    } catch (error) {
      throw damaged(at, error instanceof Error ? error.message : String(error), error);
    }
    yield { kind, at, packed };
    if (kind === 'manifest') break;
  }
  const end = reader.offset;
  if ((await reader.read(1)).length > 0) throw damaged(end, 'data follows its manifest');
}

async function unpack(frame: Frame): Promise<Buffer> {
  try {
    return await decompress(frame.packed, most);
  } catch (error) {
    throw damaged(frame.at, 'a frame cannot be decompressed', error);
  }
}

interface Unpacked {
  readonly kind: FrameKind;
  readonly at: number;
  readonly plain: Promise<Buffer>;
}

/** Frames that are decompressed ahead. */
const ahead = 4;

async function* unpackAhead(frames: AsyncGenerator<Frame>): AsyncGenerator<Unpacked> {
  const queue: Unpacked[] = [];
  for await (const frame of frames) {
    const plain = unpack(frame);
    plain.catch(() => {});
    queue.push({ kind: frame.kind, at: frame.at, plain });
    if (queue.length > ahead) yield queue.shift() as Unpacked;
  }
  yield* queue;
}

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

/** Opens an archive and reads its header. Throws ArchiveError. */
export async function openArchive(source: Source, passphrase: string | undefined) {
  const first = createByteReader(source.open());
  const { header: head } = await readHeader(first);
  await first.close();
  const cipher = head.encryption ? await openEncryption(passphrase, head.encryption) : undefined;

  async function begin(): Promise<{ reader: ByteReader; frames: AsyncGenerator<Frame> }> {
    const reader = createByteReader(source.open());
    const { hash } = await readHeader(reader);
    return { reader, frames: readFrames(reader, hash, cipher) };
  }

  return {
    header: head,

    /** Reads the whole archive and checks every byte of it. Throws ArchiveError with the place of the first damage. */
    async verify(): Promise<{ manifest: Manifest; bytes: number }> {
      const { reader, frames } = await begin();
      let last: Frame | undefined;
      for await (const frame of frames) last = frame;
      const text = last ? await unpack(last) : Buffer.alloc(0);
      return { manifest: manifestSchema.parse(JSON.parse(text.toString())), bytes: reader.offset };
    },

    /** Calls `use` with each part in order, and compares sizes and hashes with the manifest. Throws ArchiveError. */
    async readParts(use: (part: ReadPart) => Promise<void>): Promise<Manifest> {
      const { frames } = await begin();
      const unpacked = unpackAhead(frames);
      const counted: Counted[] = [];
      let next = await unpacked.next();
      while (next.done !== true && next.value.kind === 'begin') {
        const begun = partBegin.parse(JSON.parse((await next.value.plain).toString()));
        const digest: Hash = createHash('sha256');
        let bytes = 0;
        const data = (async function* (): AsyncGenerator<Buffer> {
          for (;;) {
            next = await unpacked.next();
            if (next.done === true || next.value.kind !== 'data') return;
            const plain = await next.value.plain;
            digest.update(plain);
            bytes += plain.length;
            yield plain;
          }
        })();
        await use({ begin: begun, data });
        const name = begun.is === 'table' ? begun.name : begun.path;
        counted.push({ name, bytes, sha256: digest.digest('hex') });
      }
      if (next.done === true || next.value.kind !== 'manifest')
        throw new ArchiveError('The archive has no manifest.');
      const manifest = manifestSchema.parse(JSON.parse((await next.value.plain).toString()));
      compare(manifest, counted);
      await unpacked.return(undefined);
      return manifest;
    },
  };
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
