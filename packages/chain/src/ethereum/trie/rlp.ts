/** What RLP encodes: bytes, or a list of such items (Yellow Paper, appendix B). */
export type RlpItem = Uint8Array | readonly RlpItem[];

/** Encodes an item in RLP, after the optional `prefix` (the type byte of EIP-2718). */
export function encodeRlp(item: RlpItem, prefix?: number): Uint8Array {
  const start = prefix === undefined ? 0 : 1;
  const bytes = new Uint8Array(start + sizeOf(item));
  if (prefix !== undefined) bytes[0] = prefix;
  writeItem(bytes, start, item);
  return bytes;
}

const wide = new DataView(new ArrayBuffer(32));
const wideBytes = new Uint8Array(wide.buffer);

/** Big-endian bytes of an unsigned number below 2^256 without zeros in front; none for 0, as RLP wants numbers. */
export function rlpNumber(value: bigint | number): Uint8Array {
  if (value < 0x1_0000_0000) return smallNumber(Number(value));
  let rest = BigInt(value);
  let at = 32;
  for (; rest > 0n; rest >>= 64n) {
    if (at === 0) throw new RangeError('A number has more than 256 bits');
    at -= 8;
    wide.setBigUint64(at, BigInt.asUintN(64, rest));
  }
  while (wideBytes[at] === 0) at++;
  return wideBytes.slice(at);
}

function smallNumber(value: number): Uint8Array {
  const bytes = new Uint8Array(byteLength(value));
  let rest = value;
  for (let i = bytes.length - 1; i >= 0; i--) {
    bytes[i] = rest & 0xff;
    rest >>>= 8;
  }
  return bytes;
}

function byteLength(value: number): number {
  return value === 0 ? 0 : Math.ceil((32 - Math.clz32(value)) / 8);
}

function isBytes(item: RlpItem): item is Uint8Array {
  return item instanceof Uint8Array;
}

function isSingleByte(bytes: Uint8Array): boolean {
  return bytes.length === 1 && (bytes[0] ?? 0) < 0x80;
}

function sizeOf(item: RlpItem): number {
  if (isBytes(item)) return isSingleByte(item) ? 1 : headSize(item.length) + item.length;
  const size = contentSize(item);
  return headSize(size) + size;
}

function contentSize(items: readonly RlpItem[]): number {
  let size = 0;
  for (const item of items) size += sizeOf(item);
  return size;
}

function headSize(size: number): number {
  return size < 56 ? 1 : 1 + byteLength(size);
}

function writeItem(bytes: Uint8Array, at: number, item: RlpItem): number {
  if (isBytes(item)) {
    const start = isSingleByte(item) ? at : writeHead(bytes, at, 0x80, item.length);
    bytes.set(item, start);
    return start + item.length;
  }
  let next = writeHead(bytes, at, 0xc0, contentSize(item));
  for (const entry of item) next = writeItem(bytes, next, entry);
  return next;
}

function writeHead(bytes: Uint8Array, at: number, base: number, size: number): number {
  if (size < 56) {
    bytes[at] = base + size;
    return at + 1;
  }
  const length = smallNumber(size);
  bytes[at] = base + 55 + length.length;
  bytes.set(length, at + 1);
  return at + 1 + length.length;
}
