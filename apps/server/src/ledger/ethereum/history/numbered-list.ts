import type { PackReader, PackWriter } from '../../shared/varint.ts';
import { readSigned, writeSigned } from '../../shared/wide.ts';

/** Entries per full chunk, which is a row of `eth_list`. */
export const chunkEntries = 64;

/**
 * A list whose entries have the numbers `lo` to `hi − 1`. It grows at the top with new blocks and at the bottom with history
 * that is added later, at the same cost. Chunk `c` contains the numbers 64c to 64c + 63. Full chunks are rows; the
 * incomplete ones at the ends are stored here: `tail` at the top, `head` at the bottom. If both ends are in one chunk, it is
 * the tail.
 */
export interface NumberedList {
  lo: number;
  hi: number;
  head: Uint8Array;
  tail: Uint8Array;
}

export interface Codec<T> {
  pack(out: PackWriter, items: readonly T[]): Uint8Array;
  unpack(bytes: Uint8Array): T[];
}

/** Called for every chunk that becomes full. */
export type KeepChunk = (chunk: number, entries: Uint8Array) => void;

const nothing: Uint8Array = new Uint8Array(0);

export function emptyList(): NumberedList {
  return { lo: 0, hi: 0, head: nothing, tail: nothing };
}

export function chunkOf(number: number): number {
  return Math.floor(number / chunkEntries);
}

/** Returns the number of the first entry of the tail. */
export function tailStart(list: NumberedList): number {
  return Math.max(list.lo, chunkOf(list.hi) * chunkEntries);
}

/** Returns where the entries of a chunk are stored. */
export function placeOfChunk(list: NumberedList, chunk: number): 'tail' | 'head' | 'row' {
  if (list.hi < (chunk + 1) * chunkEntries) return 'tail';
  return list.lo > chunk * chunkEntries ? 'head' : 'row';
}

export function addTop<T>(
  list: NumberedList,
  added: readonly T[],
  { codec, out, keep }: { codec: Codec<T>; out: PackWriter; keep: KeepChunk },
): void {
  if (added.length === 0) return;
  const start = tailStart(list);
  const items = [...codec.unpack(list.tail), ...added];
  list.hi += added.length;
  list.tail = nothing;
  settle(list, { start, items, codec, out, keep });
}

/** Adds entries at the bottom. `added` ascend: the last of them directly precedes the lowest existing entry. */
export function addBottom<T>(
  list: NumberedList,
  added: readonly T[],
  { codec, out, keep }: { codec: Codec<T>; out: PackWriter; keep: KeepChunk },
): void {
  if (added.length === 0) return;
  const inTail = placeOfChunk(list, chunkOf(list.lo)) === 'tail';
  const items = [...added, ...codec.unpack(inTail ? list.tail : list.head)];
  list.lo -= added.length;
  if (inTail) list.tail = nothing;
  list.head = nothing;
  settle(list, { start: list.lo, items, codec, out, keep });
}

/** Distributes entries from number `start` on to their chunks. */
function settle<T>(
  list: NumberedList,
  about: { start: number; items: readonly T[]; codec: Codec<T>; out: PackWriter; keep: KeepChunk },
): void {
  const { start, items, codec, out } = about;
  const end = start + items.length;
  for (let chunk = chunkOf(start); chunk * chunkEntries < end; chunk++) {
    const from = Math.max(start, chunk * chunkEntries);
    const part = items.slice(from - start, Math.min(end, (chunk + 1) * chunkEntries) - start);
    const packed = codec.pack(out, part);
    const place = placeOfChunk(list, chunk);
    if (place === 'tail') list.tail = packed;
    else if (place === 'head') list.head = packed;
    else about.keep(chunk, packed);
  }
}

/** Removes the newest `count` entries. `readRow` reads a full chunk; rows from the returned chunk on must be deleted. */
export async function removeTop<T>(
  list: NumberedList,
  count: number,
  about: { codec: Codec<T>; out: PackWriter; readRow(chunk: number): Promise<Uint8Array> },
): Promise<number> {
  const { codec, out } = about;
  const hi = list.hi - count;
  if (hi < list.lo) throw new RangeError('A list has fewer entries than are taken away');
  const chunk = chunkOf(hi);
  const first = Math.max(list.lo, chunk * chunkEntries);
  const place = placeOfChunk(list, chunk);
  let packed: Uint8Array = nothing;
  if (hi > first) {
    packed = place === 'tail' ? list.tail : place === 'head' ? list.head : await about.readRow(chunk);
  }
  list.hi = hi;
  list.tail = hi > first ? codec.pack(out, codec.unpack(packed).slice(0, hi - first)) : nothing;
  if (chunkOf(list.lo) === chunk || hi === list.lo) list.head = nothing;
  return chunk;
}

export function writeList(out: PackWriter, list: NumberedList): void {
  writeSigned(out, list.lo);
  out.uint(list.hi - list.lo);
  out.uint(list.head.length);
  out.raw(list.head);
  out.uint(list.tail.length);
  out.raw(list.tail);
}

export function readList(reader: PackReader): NumberedList {
  const lo = readSigned(reader);
  const hi = lo + reader.uint();
  return { lo, hi, head: reader.raw(reader.uint()), tail: reader.raw(reader.uint()) };
}
