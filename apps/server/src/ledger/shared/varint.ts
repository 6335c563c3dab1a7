/** Writes unsigned integers in 7-bit groups, least significant first (LEB128), and raw bytes. */
export interface PackWriter {
  byte(value: number): void;
  /** Writes a safe integer ≥ 0. */
  uint(value: number): void;
  /** Writes an amount: 0 ≤ value < 2^64. */
  amount(value: bigint): void;
  raw(value: Uint8Array): void;
  /** Returns a copy of what was written since the last `take`. */
  take(): Uint8Array;
}

const twoTo32 = 2 ** 32;

export function createPackWriter(): PackWriter {
  let buffer = new Uint8Array(4096);
  let at = 0;
  const scratch = new DataView(new ArrayBuffer(8));

  const room = (needed: number): void => {
    if (at + needed <= buffer.length) return;
    const larger = new Uint8Array(Math.max(buffer.length * 2, at + needed));
    larger.set(buffer.subarray(0, at));
    buffer = larger;
  };
  const words = (high: number, low: number): void => {
    room(10);
    let hi = high;
    let lo = low;
    while (hi !== 0 || lo > 0x7f) {
      buffer[at++] = (lo & 0x7f) | 0x80;
      lo = ((lo >>> 7) | ((hi & 0x7f) << 25)) >>> 0;
      hi >>>= 7;
    }
    buffer[at++] = lo;
  };

  return {
    byte(value) {
      room(1);
      buffer[at++] = value;
    },
    uint(value) {
      words(Math.floor(value / twoTo32), value >>> 0);
    },
    amount(value) {
      scratch.setBigUint64(0, value);
      words(scratch.getUint32(0), scratch.getUint32(4));
    },
    raw(value) {
      room(value.length);
      buffer.set(value, at);
      at += value.length;
    },
    take() {
      const written = buffer.slice(0, at);
      at = 0;
      return written;
    },
  };
}

/** Reads what a PackWriter wrote. Throws RangeError after the end: the stored bytes are damaged. */
export interface PackReader {
  readonly done: boolean;
  byte(): number;
  uint(): number;
  amount(): bigint;
  /** Returns a view of the next `length` bytes. */
  raw(length: number): Uint8Array;
}

export function createPackReader(data: Uint8Array): PackReader {
  let at = 0;
  const byte = (): number => {
    const value = data[at++];
    if (value === undefined) throw new RangeError('Stored bytes end too early');
    return value;
  };
  return {
    get done() {
      return at >= data.length;
    },
    byte,
    uint() {
      let value = 0;
      let scale = 1;
      for (;;) {
        const group = byte();
        value += (group & 0x7f) * scale;
        if (group < 0x80) return value;
        scale *= 128;
      }
    },
    amount() {
      let low = 0;
      let bits = 0;
      for (; bits < 28; bits += 7) {
        const group = byte();
        low |= (group & 0x7f) << bits;
        if (group < 0x80) return BigInt(low);
      }
      let high = 0;
      for (let shift = 0; ; shift += 7) {
        const group = byte();
        high += (group & 0x7f) * 2 ** shift;
        if (group < 0x80) return (BigInt(high) << 28n) | BigInt(low);
      }
    },
    raw(length) {
      if (at + length > data.length) throw new RangeError('Stored bytes end too early');
      const view = data.subarray(at, at + length);
      at += length;
      return view;
    },
  };
}
