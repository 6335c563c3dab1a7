/** Ascending whole seconds in several parts, minus those that were removed. */
export interface SecondsSum {
  readonly added: readonly Int32Array[];
  readonly removed: readonly Int32Array[];
}

const bytesEach = 4;

/** Reads seconds as the database stores them: 4 bytes each, big-endian. */
export function unpackSeconds(bytes: Uint8Array): Int32Array {
  const copy = Buffer.from(new Uint8Array(bytes).buffer);
  copy.swap32();
  return new Int32Array(copy.buffer, copy.byteOffset, copy.length / bytesEach);
}

/** Returns the bytes that `unpackSeconds` reads. */
export function packSeconds(seconds: Int32Array): Buffer {
  return Buffer.from(new Int32Array(seconds).buffer).swap32();
}

const lengthOf = (parts: readonly Int32Array[]): number => parts.reduce((sum, { length }) => sum + length, 0);

function joined(parts: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(lengthOf(parts));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all.sort();
}

/** Adds up the parts into one of each; what was both added and removed is in neither. */
export function addUpSeconds(sum: SecondsSum): { added: Int32Array; removed: Int32Array } {
  const [added, removed] = [joined(sum.added), joined(sum.removed)];
  let [from, addedLength, removedLength] = [0, 0, 0];
  for (const value of removed) {
    while (from < added.length && (added[from] ?? 0) < value) added[addedLength++] = added[from++] ?? 0;
    if (added[from] === value) from += 1;
    else removed[removedLength++] = value;
  }
  added.copyWithin(addedLength, from);
  return {
    added: added.slice(0, addedLength + added.length - from),
    removed: removed.slice(0, removedLength),
  };
}

export const countSeconds = ({ added, removed }: SecondsSum): number => lengthOf(added) - lengthOf(removed);

/** Returns the number of values up to a limit, both included. */
function countUpTo(ascending: Int32Array, limit: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Returns the smallest value that at least the share (0–1) of all values don't exceed, like PostgreSQL's `percentile_disc`; null
 * without values.
 */
export function percentileOf({ added, removed }: SecondsSum, share: number): number | null {
  const count = lengthOf(added) - lengthOf(removed);
  if (count <= 0) return null;
  const rank = Math.max(1, Math.ceil(share * count));
  let [low, high] = [Number.POSITIVE_INFINITY, 0];
  for (const part of added) {
    low = Math.min(low, part[0] ?? low);
    high = Math.max(high, part.at(-1) ?? high);
  }
  while (low < high) {
    const middle = low + ((high - low) >>> 1);
    let upTo = 0;
    for (const part of added) upTo += countUpTo(part, middle);
    for (const part of removed) upTo -= countUpTo(part, middle);
    if (upTo >= rank) high = middle;
    else low = middle + 1;
  }
  return low;
}
