import type { PackReader, PackWriter } from './varint.ts';

const scratch = new DataView(new ArrayBuffer(32));
const scratchBytes = new Uint8Array(scratch.buffer);

/** Writes a number from 0 to 2^256 − 1: the number of its bytes, and the bytes in big-endian order. */
export function writeWide(out: PackWriter, value: bigint): void {
  let rest = value;
  let at = 32;
  while (rest > 0n) {
    if (at === 0) throw new RangeError('An amount has more than 256 bits');
    at -= 8;
    scratch.setBigUint64(at, BigInt.asUintN(64, rest));
    rest >>= 64n;
  }
  while (at < 32 && scratchBytes[at] === 0) at++;
  out.byte(32 - at);
  out.raw(scratchBytes.subarray(at));
}

export function readWide(reader: PackReader): bigint {
  const bytes = reader.raw(reader.byte());
  let value = 0n;
  for (let at = 0; at < bytes.length; ) {
    const end = Math.min(bytes.length, at + 6);
    let part = 0;
    const start = at;
    for (; at < end; at++) part = part * 256 + (bytes[at] ?? 0);
    value = start === 0 ? BigInt(part) : (value << BigInt(8 * (end - start))) | BigInt(part);
  }
  return value;
}

/** Writes an integer that may be negative. */
export function writeSigned(out: PackWriter, value: number): void {
  out.uint(value >= 0 ? value * 2 : -value * 2 - 1);
}

export function readSigned(reader: PackReader): number {
  const coded = reader.uint();
  return coded % 2 === 0 ? coded / 2 : -(coded + 1) / 2;
}
