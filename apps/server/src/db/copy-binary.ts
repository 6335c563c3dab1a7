/** Writes rows in PostgreSQL's binary COPY format (documentation: COPY, "Binary Format"). */
export interface CopyWriter {
  readonly rows: number;
  /** Starts a row of `fields` values; exactly that many value calls must follow. */
  row(fields: number): void;
  int2(value: number): void;
  int4(value: number): void;
  /** Writes a signed 64-bit integer. */
  int8(value: bigint): void;
  /** Writes a safe integer as int8. */
  int8Number(value: number): void;
  /** Writes `position · 2^17 + index` as int8, without the bigint: position < 2^46, index < 2^17. */
  point(position: number, index: number): void;
  /** Writes bytea; also an int8 given as its 8 big-endian bytes. */
  bytes(value: Uint8Array): void;
  /** Writes numeric without fraction, of any size. */
  numeric(value: bigint): void;
  null(): void;
  finish(): Uint8Array[];
}

const signature = [0x50, 0x47, 0x43, 0x4f, 0x50, 0x59, 0x0a, 0xff, 0x0d, 0x0a, 0x00];
const headerLength = 19;
const chunkSize = 1 << 20;
const twoTo32 = 2 ** 32;

/** Sign of a negative numeric in the format; 0 is positive. */
const negativeSign = 0x4000;

/** Returns the digits of a number to the base 10,000, highest first, as numeric stores them; none for 0. */
export function numericGroups(value: bigint): number[] {
  if (value === 0n) return [];
  const text = value.toString();
  const groups: number[] = [];
  for (let end = ((text.length - 1) % 4) + 1, start = 0; start < text.length; start = end, end += 4) {
    groups.push(Number(text.slice(start, end)));
  }
  return groups;
}

export function createCopyWriter(): CopyWriter {
  const done: Uint8Array[] = [];
  let chunk = new Uint8Array(chunkSize);
  let view = new DataView(chunk.buffer);
  let at = headerLength;
  let rows = 0;
  chunk.set(signature);

  const room = (needed: number): void => {
    if (at + needed <= chunk.length) return;
    done.push(chunk.subarray(0, at));
    chunk = new Uint8Array(Math.max(chunkSize, needed));
    view = new DataView(chunk.buffer);
    at = 0;
  };

  return {
    get rows() {
      return rows;
    },
    row(fields) {
      room(2);
      view.setInt16(at, fields);
      at += 2;
      rows++;
    },
    int2(value) {
      room(6);
      view.setInt32(at, 2);
      view.setInt16(at + 4, value);
      at += 6;
    },
    int4(value) {
      room(8);
      view.setInt32(at, 4);
      view.setInt32(at + 4, value);
      at += 8;
    },
    int8(value) {
      room(12);
      view.setInt32(at, 8);
      view.setBigInt64(at + 4, value);
      at += 12;
    },
    int8Number(value) {
      room(12);
      view.setInt32(at, 8);
      view.setInt32(at + 4, Math.floor(value / twoTo32));
      view.setUint32(at + 8, value >>> 0);
      at += 12;
    },
    point(position, index) {
      room(12);
      view.setInt32(at, 8);
      view.setInt32(at + 4, Math.floor(position / 2 ** 15));
      view.setUint32(at + 8, (((position % 2 ** 15) << 17) | index) >>> 0);
      at += 12;
    },
    bytes(value) {
      room(4 + value.length);
      view.setInt32(at, value.length);
      chunk.set(value, at + 4);
      at += 4 + value.length;
    },
    numeric(value) {
      const groups = numericGroups(value < 0n ? -value : value);
      const count = groups.length;
      let stored = count;
      while (stored > 0 && groups[stored - 1] === 0) stored--;
      room(12 + 2 * stored);
      view.setInt32(at, 8 + 2 * stored);
      view.setInt16(at + 4, stored);
      view.setInt16(at + 6, Math.max(0, count - 1));
      view.setInt16(at + 8, value < 0n ? negativeSign : 0);
      view.setInt16(at + 10, 0);
      for (let i = 0; i < stored; i++) view.setInt16(at + 12 + 2 * i, groups[i] ?? 0);
      at += 12 + 2 * stored;
    },
    null() {
      room(4);
      view.setInt32(at, -1);
      at += 4;
    },
    finish() {
      room(2);
      view.setInt16(at, -1);
      at += 2;
      done.push(chunk.subarray(0, at));
      return done;
    },
  };
}

/** Reads rows written by COPY TO in binary format; call it for columns in their order. */
export interface CopyReader {
  /** Moves to the next row; returns false at the end. */
  next(): boolean;
  int2(): number;
  int4(): number;
  int8(): bigint;
  /** Reads an int8 known to be a safe integer. */
  int8Number(): number;
  bytes(): Uint8Array;
  /** Reads a numeric without fraction. */
  numeric(): bigint;
  /** Reads a numeric without fraction, or null. */
  optionalNumeric(): bigint | null;
}

export function createCopyReader(data: Uint8Array): CopyReader {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let at = data.length >= headerLength ? headerLength + view.getInt32(15) : data.length;
  const field = (): number => {
    const length = view.getInt32(at);
    at += 4 + length;
    if (at > data.length) throw new RangeError('COPY data end too early');
    return at - length;
  };
  const numeric = (): bigint => {
    const start = field();
    const count = view.getInt16(start);
    let digits = '';
    for (let i = 0; i <= view.getInt16(start + 2); i++) {
      digits += String(i < count ? view.getInt16(start + 8 + 2 * i) : 0).padStart(4, '0');
    }
    const value = count === 0 ? 0n : BigInt(digits);
    return view.getUint16(start + 4) === negativeSign ? -value : value;
  };
  return {
    next() {
      if (at + 2 > data.length || view.getInt16(at) === -1) return false;
      at += 2;
      return true;
    },
    int2: () => view.getInt16(field()),
    int4: () => view.getInt32(field()),
    int8: () => view.getBigInt64(field()),
    int8Number() {
      const start = field();
      return view.getInt32(start) * twoTo32 + view.getUint32(start + 4);
    },
    bytes() {
      const length = view.getInt32(at);
      const start = field();
      return data.subarray(start, start + length);
    },
    numeric,
    optionalNumeric() {
      if (view.getInt32(at) !== -1) return numeric();
      at += 4;
      return null;
    },
  };
}
