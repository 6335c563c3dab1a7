import { numericGroups } from '../../../db/copy-binary.ts';

const signature = [0x50, 0x47, 0x43, 0x4f, 0x50, 0x59, 0x0a, 0xff, 0x0d, 0x0a, 0x00];
const headerLength = 19;
const twoTo32 = 2 ** 32;

/**
 * Writes rows in PostgreSQL's binary COPY format from columns: numbers as 32-bit lanes, bytes as ranges of a larger array,
 * and packed fields in place. `createCopyWriter` writes the same format from values.
 */
export class RowWriter {
  bytes: Uint8Array<ArrayBuffer>;
  at = headerLength;
  rows = 0;
  private view: DataView;
  private readonly spare: Uint8Array<ArrayBuffer>[] = [];

  constructor(capacity = 1 << 20) {
    this.bytes = new Uint8Array(capacity);
    this.view = new DataView(this.bytes.buffer);
    this.bytes.set(signature);
  }

  /** Ensures space for this many more bytes. */
  reserve(needed: number): void {
    if (this.at + needed <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.at + needed, 2 * this.bytes.length));
    larger.set(this.bytes.subarray(0, this.at));
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }

  /** Starts a row of this many fields, and ensures space for its fixed part. */
  row(fields: number, room = 256): void {
    this.reserve(2 + room);
    this.view.setInt16(this.at, fields);
    this.at += 2;
    this.rows++;
  }

  /** Writes a field of two bytes. */
  int2(value: number): void {
    this.view.setInt32(this.at, 2);
    this.view.setInt16(this.at + 4, value);
    this.at += 6;
  }

  int4(value: number): void {
    this.view.setInt32(this.at, 4);
    this.view.setInt32(this.at + 4, value);
    this.at += 8;
  }

  /** Writes a field of eight bytes from two lanes. */
  int8(high: number, low: number): void {
    this.view.setInt32(this.at, 8);
    this.view.setInt32(this.at + 4, high);
    this.view.setUint32(this.at + 8, low);
    this.at += 12;
  }

  /** Writes a safe integer. */
  int8Number(value: number): void {
    this.int8(Math.floor(value / twoTo32), value >>> 0);
  }

  /** Writes position · 2^17 + index (`pointOf`). */
  point(position: number, index: number): void {
    this.int8(Math.floor(position / 2 ** 15), (((position % 2 ** 15) << 17) | index) >>> 0);
  }

  int8Big(value: bigint): void {
    this.view.setInt32(this.at, 8);
    this.view.setBigInt64(this.at + 4, value);
    this.at += 12;
  }

  /** Writes numeric without fraction, of any size ≥ 0. */
  numeric(value: bigint): void {
    const groups = numericGroups(value);
    let stored = groups.length;
    while (stored > 0 && groups[stored - 1] === 0) stored--;
    this.reserve(12 + 2 * stored + 64);
    this.view.setInt32(this.at, 8 + 2 * stored);
    this.view.setInt16(this.at + 4, stored);
    this.view.setInt16(this.at + 6, Math.max(0, groups.length - 1));
    this.view.setInt32(this.at + 8, 0);
    for (let i = 0; i < stored; i++) this.view.setInt16(this.at + 12 + 2 * i, groups[i] ?? 0);
    this.at += 12 + 2 * stored;
  }

  null(): void {
    this.view.setInt32(this.at, -1);
    this.at += 4;
  }

  /** Writes a whole field of bytes. */
  field(source: Uint8Array, from: number, length: number): void {
    this.reserve(4 + length + 64);
    this.view.setInt32(this.at, length);
    this.at += 4;
    this.raw(source, from, length);
  }

  /** Starts a field whose length is known at its end. Returns its offset for `end`. */
  begin(): number {
    this.at += 4;
    return this.at;
  }

  end(start: number): void {
    this.view.setInt32(start - 4, this.at - start);
  }

  /** Writes bytes within a field. Requires reserved space. */
  raw(source: Uint8Array, from: number, length: number): void {
    if (length > 48) this.bytes.set(source.subarray(from, from + length), this.at);
    else for (let i = 0; i < length; i++) this.bytes[this.at + i] = source[from + i] ?? 0;
    this.at += length;
  }

  byte(value: number): void {
    this.bytes[this.at++] = value;
  }

  /** Writes a number from 0 to 2^64 − 1 in 7-bit groups (LEB128), like `PackWriter`. */
  varint(high: number, low: number): void {
    let hi = high;
    let lo = low;
    while (hi !== 0 || lo > 0x7f) {
      this.bytes[this.at++] = (lo & 0x7f) | 0x80;
      lo = ((lo >>> 7) | ((hi & 0x7f) << 25)) >>> 0;
      hi >>>= 7;
    }
    this.bytes[this.at++] = lo;
  }

  /** Writes a safe integer ≥ 0. */
  uint(value: number): void {
    if (value < 0x80) this.bytes[this.at++] = value;
    else this.varint(Math.floor(value / twoTo32), value >>> 0);
  }

  /** Returns everything written, ready for COPY, and empties the writer. */
  take(): Uint8Array<ArrayBuffer> {
    this.reserve(2);
    this.view.setInt16(this.at, -1);
    const written = this.bytes.subarray(0, this.at + 2);
    const next = this.spare.pop() ?? new Uint8Array(this.bytes.length);
    next.set(signature);
    next.fill(0, signature.length, headerLength);
    this.bytes = next;
    this.view = new DataView(next.buffer);
    this.at = headerLength;
    this.rows = 0;
    return written;
  }

  /** Reuses the memory of rows that are no longer needed. */
  reuse(written: Uint8Array<ArrayBuffer>): void {
    this.spare.push(new Uint8Array(written.buffer));
  }
}
