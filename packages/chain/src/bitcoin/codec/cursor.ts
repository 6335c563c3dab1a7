import { ChainError } from '../../errors.ts';

/** A place in bytes that are being read; every read checks that the bytes are there and moves on. */
export interface Cursor {
  /** A plain view: reads of a subclass such as Buffer cost several times as much. */
  readonly bytes: Uint8Array;
  at: number;
}

/** Shared empty bytes, so that a million empty scripts cost no memory. */
const EMPTY = new Uint8Array(0);

/** Creates a cursor at the first byte; views taken from it share memory with `bytes`. */
export function cursorOver(bytes: Uint8Array): Cursor {
  return { bytes: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length), at: 0 };
}

/** One byte. */
export function readByte(cursor: Cursor): number {
  const byte = cursor.bytes[cursor.at];
  if (byte === undefined) throw truncated(cursor, 1);
  cursor.at += 1;
  return byte;
}

/** Unsigned 32-bit little-endian number. */
export function readUint32(cursor: Cursor): number {
  return readInt32(cursor) >>> 0;
}

/** Signed 32-bit little-endian number. */
export function readInt32(cursor: Cursor): number {
  const { bytes, at } = cursor;
  need(cursor, 4);
  cursor.at = at + 4;
  return (
    (bytes[at] ?? 0) |
    ((bytes[at + 1] ?? 0) << 8) |
    ((bytes[at + 2] ?? 0) << 16) |
    ((bytes[at + 3] ?? 0) << 24)
  );
}

/** Signed 64-bit little-endian number. */
export function readInt64(cursor: Cursor): bigint {
  need(cursor, 8);
  const low = readUint32(cursor);
  const high = readInt32(cursor);
  // One conversion where a double is exact, which covers every valid amount.
  if (high >= 0 && high < 0x20_0000) return BigInt(high * 0x1_0000_0000 + low);
  return (BigInt(high) << 32n) | BigInt(low);
}

/**
 * Compact size (Bitcoin wire format). Throws `size_not_canonical` for an encoding longer than needed, as Bitcoin Core does,
 * and `count_too_large` for more than 32 bits, which no serialized structure can have.
 */
function readCompactSize(cursor: Cursor): number {
  const start = cursor.at;
  const first = readByte(cursor);
  if (first < 0xfd) return first;
  if (first === 0xfd) {
    const value = readByte(cursor) | (readByte(cursor) << 8);
    if (value < 0xfd) throw notCanonical(start);
    return value;
  }
  const value = readUint32(cursor);
  if (first === 0xfe) {
    if (value <= 0xffff) throw notCanonical(start);
    return value;
  }
  if (readUint32(cursor) === 0) throw notCanonical(start);
  throw new ChainError('count_too_large', 'A count or length exceeds 32 bits.', { offset: start });
}

/**
 * Reads a count of elements of at least `minimumSize` bytes each. Throws `count_too_large`, before allocating, if the
 * remaining bytes can't contain them.
 */
export function readCount(cursor: Cursor, minimumSize: number): number {
  const start = cursor.at;
  const count = readCompactSize(cursor);
  const left = cursor.bytes.length - cursor.at;
  if (count * minimumSize > left) {
    throw new ChainError('count_too_large', `${count} elements do not fit in the remaining ${left} bytes.`, {
      offset: start,
      details: { count, left },
    });
  }
  return count;
}

/** The next `length` bytes as a view. */
export function readBytes(cursor: Cursor, length: number): Uint8Array {
  if (length === 0) return EMPTY;
  need(cursor, length);
  const { bytes, at } = cursor;
  cursor.at = at + length;
  return new Uint8Array(bytes.buffer, bytes.byteOffset + at, length);
}

/** Bytes with their length in front, as a view. */
export function readVarBytes(cursor: Cursor): Uint8Array {
  return readBytes(cursor, readCompactSize(cursor));
}

function need(cursor: Cursor, length: number): void {
  if (cursor.at + length > cursor.bytes.length) throw truncated(cursor, length);
}

function truncated(cursor: Cursor, length: number): ChainError {
  const left = cursor.bytes.length - cursor.at;
  return new ChainError('truncated', `Unexpected end of data: ${length} bytes needed, ${left} left.`, {
    offset: cursor.at,
    details: { needed: length, left },
  });
}

function notCanonical(offset: number): ChainError {
  return new ChainError('size_not_canonical', 'A count or length is not in the shortest form.', { offset });
}
