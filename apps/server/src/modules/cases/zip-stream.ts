import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of a zip, its bytes as they come. */
export interface ZipFile {
  /** ASCII, with `/` between folders. */
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

const marks = { local: 0x04034b50, sizes: 0x08074b50, central: 0x02014b50, end: 0x06054b50 } as const;
const version = 20;
const deflate = 8;
/** Sizes stand behind the bytes (bit 3); names are UTF-8 (bit 11). */
const flags = 0x0808;
/** Midnight of 1 January 1980, the first time that the format knows: a time of making would change the bytes. */
const [time, day] = [0, 0x21];
const most = 0xffff_ffff;

interface Written {
  readonly name: Buffer;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
}

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(marks.local, 0);
  header.writeUInt16LE(version, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(deflate, 8);
  header.writeUInt16LE(time, 10);
  header.writeUInt16LE(day, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function sizesOf({ crc, packed, size }: Omit<Written, 'name' | 'at'>): Buffer {
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(marks.sizes, 0);
  sizes.writeUInt32LE(crc, 4);
  sizes.writeUInt32LE(packed, 8);
  sizes.writeUInt32LE(size, 12);
  return sizes;
}

function centralHeader({ name, crc, packed, size, at }: Written): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(marks.central, 0);
  header.writeUInt16LE(version, 4);
  header.writeUInt16LE(version, 6);
  header.writeUInt16LE(flags, 8);
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

/**
 * A zip as it is made (PKWARE APPNOTE 6.3.10, sections 4.3.7 to 4.3.16): no more of a file is held than what was just given, and the
 * next is asked for when the reader has taken the one before. The same files give the same bytes. At most 65,535 files and 4 GiB.
 */
export async function* zipStream(files: AsyncIterable<ZipFile>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let at = 0;
  for await (const file of files) {
    const name = Buffer.from(file.name, 'utf8');
    const header = localHeader(name);
    const from = at;
    at += header.length;
    yield header;
    let [crc, size, packed] = [0, 0, 0];
    const packer = createDeflateRaw({ level: 6 });
    const fed = feed(packer, file.bytes, (part) => {
      crc = crc32(part, crc);
      size += part.length;
    });
    for await (const part of packer as AsyncIterable<Buffer>) {
      packed += part.length;
      yield part;
    }
    await fed;
    const sizes = { crc, packed, size };
    yield sizesOf(sizes);
    written.push({ name, at: from, ...sizes });
    at += packed + 16;
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

/** Gives the packer one part after the other; what fails on the way ends it. */
async function feed(
  packer: ReturnType<typeof createDeflateRaw>,
  bytes: ZipFile['bytes'],
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
