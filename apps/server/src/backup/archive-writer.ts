import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import {
  type ArchiveHeader,
  chainHash,
  chunkBytes,
  endContentBytes,
  type FrameKind,
  headBytes,
  magic,
  type Manifest,
  type PartBegin,
  type PartSummary,
} from './archive-format.ts';
import { type Chunk, encodeIndex, encodeRuns, type Run, runsInFrame } from './chunk-index.ts';
import { createCutter } from './cutter.ts';
import type { FrameCipher } from './passphrase.ts';
import type { Sink } from './place.ts';

const compress = promisify<Buffer, object, Buffer>(zstdCompress);
/** The result mostly in one piece; by default, Node returns it in pieces of 16 kB. Larger buffers cost more than they save. */
const level = { params: { [constants.ZSTD_c_compressionLevel]: 1 }, chunkSize: 384 * 1024 };
/** Chunks that are compressed at the same time. */
const mostWaiting = 4;

interface Waiting {
  readonly kind: FrameKind;
  readonly content: Promise<Buffer>;
  /** Of a chunk. */
  readonly sha256: Buffer | undefined;
}

/**
 * Writes an archive to a sink; frames are compressed in Node's threads. With `base`, which finds the number of a chunk of the
 * base by its SHA-256, equal chunks become references; without, the archive gets an index. Throws errors of the sink.
 */
export async function createArchiveWriter(
  sink: Sink,
  options: {
    header: ArchiveHeader;
    cipher: FrameCipher | undefined;
    base?: ((sha256: Buffer) => number | undefined) | undefined;
  },
) {
  const { cipher, base } = options;
  const text = Buffer.from(JSON.stringify(options.header));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  let hash = chainHash(magic, length, text);
  let written = 0;
  let frame = 0;
  const write = async (bytes: Buffer): Promise<void> => {
    written += bytes.length;
    await sink.write(bytes);
  };
  await write(Buffer.concat([magic, length, text, hash]));

  const parts: PartSummary[] = [];
  const chunks: Chunk[] = [];
  const waiting: Waiting[] = [];
  /** Buffers of chunks that were compressed. */
  const free: Buffer[] = [];

  async function writeFrame(kind: FrameKind, content: Buffer): Promise<void> {
    const head = headBytes(kind, content.length);
    hash = chainHash(hash, head, content);
    frame++;
    await write(Buffer.concat([head, content, hash]));
  }

  async function writeOldest(): Promise<void> {
    const oldest = waiting.shift();
    if (!oldest) return;
    const packed = await oldest.content;
    if (oldest.sha256 && !base) chunks.push({ at: written, frame, sha256: oldest.sha256 });
    await writeFrame(oldest.kind, cipher?.seal(frame, oldest.kind, packed) ?? packed);
  }

  async function add(
    kind: FrameKind,
    plain: Buffer,
    chunk?: { sha256: Buffer; buffer: Buffer },
  ): Promise<void> {
    const content = compress(plain, level);
    // It is awaited in its turn: until then, a failure must not count as unhandled.
    content.then(() => chunk && free.push(chunk.buffer)).catch(() => {});
    waiting.push({ kind, content, sha256: chunk?.sha256 });
    if (waiting.length > mostWaiting) await writeOldest();
  }

  let runs: Run[] = [];
  let sameBytes = 0;

  async function addRuns(): Promise<void> {
    if (runs.length === 0) return;
    const some = runs;
    runs = [];
    await add('same', encodeRuns(some));
  }

  /** Notes that a chunk of the base follows. */
  async function addReference(number: number): Promise<void> {
    const last = runs.at(-1);
    if (last && last.first + last.count === number) {
      runs[runs.length - 1] = { first: last.first, count: last.count + 1 };
      return;
    }
    if (runs.length === runsInFrame) await addRuns();
    runs.push({ first: number, count: 1 });
  }

  /** Adds a part with its data. `rows` is called after the last byte. */
  async function addPart(
    begin: PartBegin,
    data: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    rows: () => number | null,
  ): Promise<void> {
    await add('begin', Buffer.from(JSON.stringify(begin)));
    const digest = createHash('sha256');
    const cutter = createCutter();
    let bytes = 0;
    let buffer = free.pop() ?? Buffer.allocUnsafeSlow(chunkBytes);
    let filled = 0;
    const flush = async (): Promise<void> => {
      if (filled === 0) return;
      const full = buffer.subarray(0, filled);
      bytes += filled;
      const sha256 = createHash('sha256').update(full).digest();
      digest.update(sha256);
      const number = base?.(sha256);
      if (number !== undefined) {
        sameBytes += filled;
        await addReference(number);
      } else {
        await addRuns();
        await add('data', full, { sha256, buffer });
        buffer = free.pop() ?? Buffer.allocUnsafeSlow(chunkBytes);
      }
      filled = 0;
    };
    for await (const piece of data) {
      for (let at = 0; at < piece.length; ) {
        const { taken, ends } = cutter.take(piece, at);
        buffer.set(taken === piece.length ? piece : piece.subarray(at, at + taken), filled);
        at += taken;
        filled += taken;
        if (ends) await flush();
      }
    }
    await flush();
    await addRuns();
    free.push(buffer);
    parts.push({
      name: begin.is === 'table' ? begin.name : begin.path,
      rows: rows(),
      bytes,
      sha256: digest.digest('hex'),
    });
  }

  return {
    addPart,
    /** Writes what ends the archive. Returns the bytes of all parts, and those of references, before compression. */
    async finish(rest: Omit<Manifest, 'parts'>): Promise<{ rawBytes: number; sameBytes: number }> {
      while (waiting.length > 0) await writeOldest();
      const end = Buffer.alloc(endContentBytes);
      end.writeBigUInt64BE(BigInt(written));
      end.writeUInt32BE(frame, 8);
      for (const content of encodeIndex(chunks)) await add('index', content);
      const manifest: Manifest = { ...rest, parts };
      await add('manifest', Buffer.from(JSON.stringify(manifest)));
      while (waiting.length > 0) await writeOldest();
      await writeFrame('end', end);
      return { rawBytes: parts.reduce((sum, { bytes }) => sum + bytes, 0), sameBytes };
    },
  };
}
