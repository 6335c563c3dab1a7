/** Copies a column to the start of a larger one, and returns the larger one. */
export function larger<T extends Uint8Array | Int32Array | Uint32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
