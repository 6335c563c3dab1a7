import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import {
  type ArchiveHeader,
  chainHash,
  chunkBytes,
  type FrameKind,
  headBytes,
  magic,
  type Manifest,
  type PartBegin,
  type PartSummary,
} from './archive-format.ts';
import type { FrameCipher } from './passphrase.ts';
import type { Sink } from './places.ts';

const compress = promisify<Buffer, object, Buffer>(zstdCompress);
/** The result in one piece: by default, Node returns it in pieces of 16 kB. */
const level = { params: { [constants.ZSTD_c_compressionLevel]: 1 }, chunkSize: chunkBytes + 4096 };
/** Chunks that are compressed at the same time. */
const mostWaiting = 4;

/** Writes an archive to a sink; frames are compressed in Node's threads. Throws errors of the sink. */
export async function createArchiveWriter(
  sink: Sink,
  options: { header: ArchiveHeader; cipher: FrameCipher | undefined },
) {
  const text = Buffer.from(JSON.stringify(options.header));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  let hash = chainHash(magic, length, text);
  await sink.write(Buffer.concat([magic, length, text, hash]));

  let frame = 0;
  const parts: PartSummary[] = [];
  const waiting: { kind: FrameKind; content: Promise<Buffer> }[] = [];

  async function writeOldest(): Promise<void> {
    const oldest = waiting.shift();
    if (!oldest) return;
    const packed = await oldest.content;
    const content = options.cipher?.seal(frame, oldest.kind, packed) ?? packed;
    frame++;
    const head = headBytes(oldest.kind, content.length);
    hash = chainHash(hash, head, content);
    await sink.write(Buffer.concat([head, content, hash]));
  }

  async function add(kind: FrameKind, plain: Buffer): Promise<void> {
    const content = compress(plain, level);
    // It is awaited in its turn: until then, a failure must not count as unhandled.
    content.catch(() => {});
    waiting.push({ kind, content });
    if (waiting.length > mostWaiting) await writeOldest();
  }

  /** Adds a part with its data. `rows` is called after the last byte. */
  async function addPart(
    begin: PartBegin,
    data: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    rows: () => number | null,
  ): Promise<void> {
    await add('begin', Buffer.from(JSON.stringify(begin)));
    const digest = createHash('sha256');
    let bytes = 0;
    let chunk = Buffer.allocUnsafe(chunkBytes);
    let filled = 0;
    const flush = async (): Promise<void> => {
      if (filled === 0) return;
      const full = chunk.subarray(0, filled);
      digest.update(full);
      bytes += filled;
      chunk = Buffer.allocUnsafe(chunkBytes);
      filled = 0;
      await add('data', full);
    };
    for await (const piece of data) {
      for (let at = 0; at < piece.length; ) {
        const taken = Math.min(piece.length - at, chunkBytes - filled);
        chunk.set(at === 0 && taken === piece.length ? piece : piece.subarray(at, at + taken), filled);
        at += taken;
        filled += taken;
        if (filled === chunkBytes) await flush();
      }
    }
    await flush();
    parts.push({
      name: begin.is === 'table' ? begin.name : begin.path,
      rows: rows(),
      bytes,
      sha256: digest.digest('hex'),
    });
  }

  return {
    addPart,
    /** Writes the manifest, which ends the archive. Returns the bytes of all parts before compression. */
    async finish(rest: Omit<Manifest, 'parts'>): Promise<{ rawBytes: number }> {
      const manifest: Manifest = { ...rest, parts };
      await add('manifest', Buffer.from(JSON.stringify(manifest)));
      while (waiting.length > 0) await writeOldest();
      return { rawBytes: parts.reduce((sum, { bytes }) => sum + bytes, 0) };
    },
  };
}
