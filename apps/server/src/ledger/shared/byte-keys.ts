const { latin1Slice } = Buffer.prototype as unknown as {
  latin1Slice(this: Uint8Array, start: number, end: number): string;
};

/** Returns the bytes as a string with one character per byte: a Map key that compares by content. */
export function byteKey(bytes: Uint8Array): string {
  return latin1Slice.call(bytes, 0, bytes.length);
}

/** Returns the first 8 bytes as a signed big-endian integer: the lookup key of a txid (internal byte order). */
export function prefixKey(bytes: Uint8Array): bigint {
  return new DataView(bytes.buffer, bytes.byteOffset, 8).getBigInt64(0);
}

/** Returns an int8 array literal for queries with numbers that the ledger computed itself. */
export function int8Array(values: Iterable<bigint | number>): string {
  return `'{${[...values].join(',')}}'::int8[]`;
}

/** Returns the value of a parameter of type `int8[]`: unlike with `int8Array`, a statement can be prepared. */
export function int8List(values: Iterable<bigint | number>): string {
  return `{${[...values].join(',')}}`;
}

/** Splits a list into parts of at most `size`. */
export function* inParts<T>(values: readonly T[], size: number): Generator<readonly T[]> {
  for (let i = 0; i < values.length; i += size) yield values.slice(i, i + size);
}

/** Returns the same bytes as a plain array: PostgreSQL's driver returns Buffers, whose `slice` doesn't copy. */
export function plainBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}
