import { promisify } from 'node:util';
import { crc32, createDeflateRaw, deflateRaw } from 'node:zlib';

const pack = promisify(deflateRaw);

/** A file of a zip: its bytes as a stream, or as a whole. */
export interface ZipFile {
  /** ASCII, with `/` between folders. */
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array> | Uint8Array;
}

const marks = { local: 0x04034b50, sizes: 0x08074b50, central: 0x02014b50, end: 0x06054b50 } as const;
const version = 20;
const deflate = 8;
/** Names are UTF-8 (bit 11); sizes of streamed files follow the bytes (bit 3). */
const flags = { whole: 0x0800, streamed: 0x0808 } as const;
const level = 6;
/** Midnight of January 1, 1980, the first time that the format supports: the actual time would change the bytes. */
const [time, day] = [0, 0x21];
const most = 0xffff_ffff;

interface Sizes {
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
}

interface Written extends Sizes {
  readonly name: Buffer;
  readonly flags: number;
  readonly at: number;
}

/** Creates a local header. Sizes are null if they are known only after the bytes. */
function localHeader(name: Buffer, sizes: Sizes | null): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(marks.local, 0);
  header.writeUInt16LE(version, 4);
  header.writeUInt16LE(sizes ? flags.whole : flags.streamed, 6);
  header.writeUInt16LE(deflate, 8);
  header.writeUInt16LE(time, 10);
  header.writeUInt16LE(day, 12);
  header.writeUInt32LE(sizes?.crc ?? 0, 14);
  header.writeUInt32LE(sizes?.packed ?? 0, 18);
  header.writeUInt32LE(sizes?.size ?? 0, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function sizesOf({ crc, packed, size }: Sizes): Buffer {
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(marks.sizes, 0);
  sizes.writeUInt32LE(crc, 4);
  sizes.writeUInt32LE(packed, 8);
  sizes.writeUInt32LE(size, 12);
  return sizes;
}

function centralHeader({ name, flags: flagBits, crc, packed, size, at }: Written): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(marks.central, 0);
  header.writeUInt16LE(version, 4);
  header.writeUInt16LE(version, 6);
  header.writeUInt16LE(flagBits, 8);
  header.writeUInt16LE(deflate, 10);
  header.writeUInt16LE(time, 12);
  header.writeUInt16LE(day, 14);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(packed, 20);
  header.writeUInt32LE(size, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt32LE(at, 42);
  return Buffer.concat([header, name]);
}

function endOf(count: number, size: number, from: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(marks.end, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(from, 16);
  return end;
}

/** Compresses the parts one after another; returns their sizes. */
async function* streamed(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, Sizes> {
  let [crc, size, packed] = [0, 0, 0];
  const packer = createDeflateRaw({ level });
  const fed = feed(packer, parts, (part) => {
    crc = crc32(part, crc);
    size += part.length;
  });
  for await (const part of packer as AsyncIterable<Buffer>) {
    packed += part.length;
    yield part;
  }
  await fed;
  return { crc, packed, size };
}

/**
 * Creates a zip as a stream (PKWARE APPNOTE 6.3.10, sections 4.3.7 to 4.3.16): holds only the current part of a file in
 * memory, and requests the next one after the reader has received it. The sizes of a whole file precede its bytes, those of
 * others follow them. The same files result in the same bytes. At most 65,535 files and 4 GiB.
 */
export async function* zipStream(files: AsyncIterable<ZipFile> | Iterable<ZipFile>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let at = 0;
  for await (const { name: text, bytes } of files) {
    const name = Buffer.from(text, 'utf8');
    const from = at;
    at += 30 + name.length;
    if (bytes instanceof Uint8Array) {
      const packed = await pack(bytes, { level });
      const sizes = { crc: crc32(bytes), packed: packed.length, size: bytes.length };
      yield localHeader(name, sizes);
      yield packed;
      written.push({ name, flags: flags.whole, at: from, ...sizes });
      at += packed.length;
    } else {
      yield localHeader(name, null);
      const sizes = yield* streamed(bytes);
      yield sizesOf(sizes);
      written.push({ name, flags: flags.streamed, at: from, ...sizes });
      at += sizes.packed + 16;
    }
    if (at > most) throw new Error('A zip of more than 4 GiB');
  }
  const headers = written.map(centralHeader);
  yield Buffer.concat(headers);
  yield endOf(
    written.length,
    headers.reduce((sum, { length }) => sum + length, 0),
    at,
  );
}

/** Passes parts to the compressor one after another; an error ends it. */
async function feed(
  packer: ReturnType<typeof createDeflateRaw>,
  bytes: AsyncIterable<Uint8Array>,
  take: (part: Uint8Array) => void,
): Promise<void> {
  try {
    for await (const part of bytes) {
      take(part);
      await new Promise<void>((resolve, reject) => {
        packer.once('close', resolve);
        packer.write(part, (error) => {
          packer.off('close', resolve);
          if (error) reject(error);
          else resolve();
        });
      });
      if (packer.destroyed) return;
    }
    packer.end();
  } catch (error) {
    packer.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}
