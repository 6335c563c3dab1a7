/** Writes into preallocated bytes. */
export interface Writer {
  readonly bytes: Uint8Array;
  at: number;
}

/** Size of a compact size in bytes. */
export function compactSizeLength(value: number): number {
  if (value < 0xfd) return 1;
  return value <= 0xffff ? 3 : 5;
}

/** Unsigned or signed 32-bit little-endian number. */
export function writeUint32(writer: Writer, value: number): void {
  const { bytes, at } = writer;
  bytes[at] = value;
  bytes[at + 1] = value >>> 8;
  bytes[at + 2] = value >>> 16;
  bytes[at + 3] = value >>> 24;
  writer.at = at + 4;
}

/** Signed 64-bit little-endian number in two's complement. */
export function writeInt64(writer: Writer, value: bigint): void {
  writeUint32(writer, Number(BigInt.asIntN(32, value)));
  writeUint32(writer, Number(BigInt.asIntN(32, value >> 32n)));
}

/** Compact size in its shortest form; `value` below 2^32. */
export function writeCompactSize(writer: Writer, value: number): void {
  const { bytes } = writer;
  if (value < 0xfd) {
    bytes[writer.at++] = value;
  } else if (value <= 0xffff) {
    bytes[writer.at++] = 0xfd;
    bytes[writer.at++] = value;
    bytes[writer.at++] = value >>> 8;
  } else {
    bytes[writer.at++] = 0xfe;
    writeUint32(writer, value);
  }
}

/** Writes the bytes unchanged. */
export function writeBytes(writer: Writer, value: Uint8Array): void {
  writer.bytes.set(value, writer.at);
  writer.at += value.length;
}

/** The bytes with their length in front. */
export function writeVarBytes(writer: Writer, value: Uint8Array): void {
  writeCompactSize(writer, value.length);
  writeBytes(writer, value);
}
