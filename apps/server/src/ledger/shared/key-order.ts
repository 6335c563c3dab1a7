/**
 * Returns the indexes of the hashes in ascending order of their lookup keys: inserting in this order keeps index pages full.
 */
export function orderByKey(hashes: readonly Uint8Array[]): Uint32Array {
  const high = new Int32Array(hashes.length);
  const low = new Uint32Array(hashes.length);
  const word = (b: Uint8Array, at: number): number =>
    ((b[at] ?? 0) << 24) | ((b[at + 1] ?? 0) << 16) | ((b[at + 2] ?? 0) << 8) | (b[at + 3] ?? 0);
  hashes.forEach((hash, i) => {
    high[i] = word(hash, 0);
    low[i] = word(hash, 4);
  });
  const order = new Uint32Array(hashes.length).map((_, i) => i);
  order.sort((a, b) => (high[a] ?? 0) - (high[b] ?? 0) || (low[a] ?? 0) - (low[b] ?? 0));
  return order;
}
