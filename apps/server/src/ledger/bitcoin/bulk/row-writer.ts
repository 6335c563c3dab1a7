const signature = [0x50, 0x47, 0x43, 0x4f, 0x50, 0x59, 0x0a, 0xff, 0x0d, 0x0a, 0x00];
const headerLength = 19;
const twoTo32 = 2 ** 32;

/**
 * Rows in PostgreSQL's binary COPY format, written from columns: numbers as 32-bit lanes, bytes as a place in a larger array, and
 * packed fields in place. `createCopyWriter` writes the same format from values.
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

  /** Makes room for this many bytes more. */
  reserve(needed: number): void {
    if (this.at + needed <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.at + needed, 2 * this.bytes.length));
    larger.set(this.bytes.subarray(0, this.at));
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }

  /** Begins a row of this many fields and makes room for its fixed part. */
  row(fields: number, room = 256): void {
    this.reserve(2 + room);
    this.view.setInt16(this.at, fields);
    this.at += 2;
    this.rows++;
  }

  /** A field of two or four bytes. */
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

  /** A field of eight bytes, as two lanes. */
  int8(high: number, low: number): void {
    this.view.setInt32(this.at, 8);
    this.view.setInt32(this.at + 4, high);
    this.view.setUint32(this.at + 8, low);
    this.at += 12;
  }

  /** A safe integer. */
  int8Number(value: number): void {
    this.int8(Math.floor(value / twoTo32), value >>> 0);
  }

  /** Position · 2^17 + index (`pointOf`). */
  point(position: number, index: number): void {
    this.int8(Math.floor(position / 2 ** 15), (((position % 2 ** 15) << 17) | index) >>> 0);
  }

  int8Big(value: bigint): void {
    this.view.setInt32(this.at, 8);
    this.view.setBigInt64(this.at + 4, value);
    this.at += 12;
  }

  null(): void {
    this.view.setInt32(this.at, -1);
    this.at += 4;
  }

  /** A whole field of bytes. */
  field(source: Uint8Array, from: number, length: number): void {
    this.reserve(4 + length + 64);
    this.view.setInt32(this.at, length);
    this.at += 4;
    this.raw(source, from, length);
  }

  /** Begins a field whose length is known at its end. Returns its place for `end`. */
  begin(): number {
    this.at += 4;
    return this.at;
  }

  end(start: number): void {
    this.view.setInt32(start - 4, this.at - start);
  }

  /** Bytes inside a field. The room must be there. */
  raw(source: Uint8Array, from: number, length: number): void {
    if (length > 48) this.bytes.set(source.subarray(from, from + length), this.at);
    else for (let i = 0; i < length; i++) this.bytes[this.at + i] = source[from + i] ?? 0;
    this.at += length;
  }

  byte(value: number): void {
    this.bytes[this.at++] = value;
  }

  /** A number from 0 to 2^64 − 1 in 7-bit groups (LEB128), as `PackWriter` writes it. */
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

  /** A safe integer ≥ 0. */
  uint(value: number): void {
    if (value < 0x80) this.bytes[this.at++] = value;
    else this.varint(Math.floor(value / twoTo32), value >>> 0);
  }

  /** Everything written, ready for COPY; the writer is empty afterwards. */
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

  /** Takes back the memory of rows that are not needed any more. */
  reuse(written: Uint8Array<ArrayBuffer>): void {
    this.spare.push(new Uint8Array(written.buffer));
  }
}
