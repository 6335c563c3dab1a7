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
} from './archive-format.ts';
import type { FrameCipher } from './passphrase.ts';

const decompress = promisify<Buffer, object, Buffer>(zstdDecompress);
const most = { maxOutputLength: 64 * chunkBytes, chunkSize: chunkBytes / 2 + 4096 };

/** Reads exact numbers of bytes from a stream, which begins at byte `from` of an archive. `offset` is the place of the next byte. */
export function createByteReader(stream: AsyncIterable<Uint8Array>, from = 0) {
  const pieces = stream[Symbol.asyncIterator]();
  let pending: Buffer[] = [];
  let waiting = 0;
  const reader = {
    offset: from,
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
export type ByteReader = ReturnType<typeof createByteReader>;

export function damaged(place: number, what: string, cause?: unknown): ArchiveError {
  return new ArchiveError(`The archive is damaged at byte ${place}: ${what}.`, { cause });
}

export async function readFully(reader: ByteReader, length: number): Promise<Buffer> {
  const bytes = await reader.read(length);
  if (bytes.length < length)
    throw new ArchiveError(`The archive is truncated: it ends at byte ${reader.offset}.`);
  return bytes;
}

/** Reads and checks the header. Throws ArchiveError. */
export async function readHeader(reader: ByteReader): Promise<{ header: ArchiveHeader; hash: Buffer }> {
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
  if (json.format !== formatVersion) {
    const which = typeof json.format === 'number' && json.format < formatVersion ? 'an older' : 'a newer';
    throw new ArchiveError(
      `The archive was made by ${which} version of Hopscope (${String(json.version)}). Install that version to restore it.`,
    );
  }
  return { header: header.parse(json), hash };
}

export interface Frame {
  readonly kind: FrameKind;
  /** Byte of the archive. */
  readonly at: number;
  readonly number: number;
  /** Compressed (but for the end), and no longer encrypted. */
  readonly packed: Buffer;
  /** SHA-256 that follows it. */
  readonly hash: Buffer;
}

const kinds = new Map(Object.entries(kindBytes).map(([kind, byte]) => [byte, kind as FrameKind]));

/**
 * Reads and checks frame after frame, up to and including the end, which has to be the last; closes the reader, also if
 * fewer frames are taken. `before`: the hash before the first frame, which has the number `first`.
 */
export async function* readFrames(
  reader: ByteReader,
  { before, first = 0, cipher }: { before: Buffer; first?: number; cipher: FrameCipher | undefined },
): AsyncGenerator<Frame> {
  let hash = before;
  try {
    for (let number = first; ; number++) {
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
        if (cipher && kind !== 'end') packed = cipher.open(number, kind, content);
      } catch (error) {
        throw damaged(at, error instanceof Error ? error.message : String(error), error);
      }
      yield { kind, at, number, packed, hash };
      if (kind === 'end') break;
    }
    const end = reader.offset;
    if ((await reader.read(1)).length > 0) throw damaged(end, 'data follows its end');
  } finally {
    await reader.close();
  }
}

/** Decompresses a frame. Throws ArchiveError. */
export async function unpack(frame: Frame): Promise<Buffer> {
  try {
    return await decompress(frame.packed, most);
  } catch (error) {
    throw damaged(frame.at, 'a frame cannot be decompressed', error);
  }
}

export interface Unpacked {
  readonly frame: Frame;
  readonly plain: Promise<Buffer>;
}

/** Frames that are decompressed ahead. */
const ahead = 4;

/** Decompresses frames in Node's threads, in their order. */
export async function* unpackAhead(frames: AsyncGenerator<Frame>): AsyncGenerator<Unpacked> {
  const queue: Unpacked[] = [];
  for await (const frame of frames) {
    const plain = frame.kind === 'end' ? Promise.resolve(frame.packed) : unpack(frame);
    plain.catch(() => {});
    queue.push({ frame, plain });
    if (queue.length > ahead) yield queue.shift() as Unpacked;
  }
  yield* queue;
}
