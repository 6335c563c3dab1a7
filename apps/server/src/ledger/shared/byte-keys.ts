const { latin1Slice } = Buffer.prototype as unknown as {
  latin1Slice(this: Uint8Array, start: number, end: number): string;
};

/** The bytes as a string with one character a byte: a Map key that compares by content. */
export function byteKey(bytes: Uint8Array): string {
  return latin1Slice.call(bytes, 0, bytes.length);
}

/** The first 8 bytes as a signed big-endian integer: the look-up key of a txid (internal byte order). */
export function prefixKey(bytes: Uint8Array): bigint {
  return new DataView(bytes.buffer, bytes.byteOffset, 8).getBigInt64(0);
}

/** An int8 array literal for queries on numbers that the ledger made itself. */
export function int8Array(values: Iterable<bigint | number>): string {
  return `'{${[...values].join(',')}}'::int8[]`;
}

/** Cuts a list into parts of at most `size`. */
export function* inParts<T>(values: readonly T[], size: number): Generator<readonly T[]> {
  for (let i = 0; i < values.length; i += size) yield values.slice(i, i + size);
}

/** The same bytes as a plain array: PostgreSQL's driver gives Buffers, whose `slice` does not copy. */
export function plainBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}
