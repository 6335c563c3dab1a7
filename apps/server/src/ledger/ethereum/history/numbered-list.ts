import type { PackReader, PackWriter } from '../../shared/varint.ts';
import { readSigned, writeSigned } from '../../shared/wide.ts';

/** Entries of a full chunk, a row of `eth_list`. */
export const chunkEntries = 64;

/**
 * A list whose entries have the numbers `lo` to `hi − 1`. It grows at the top with new blocks and at the bottom with
 * history that comes in later, at the same cost. Chunk `c` holds the numbers 64c to 64c + 63; full ones are rows, the
 * chunks at the ends that are not full stand here: at the top `tail`, at the bottom `head`; where both ends are in one
 * chunk, it is the tail.
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

/** Told of every chunk that became full. */
export type KeepChunk = (chunk: number, entries: Uint8Array) => void;

const nothing: Uint8Array = new Uint8Array(0);

export function emptyList(): NumberedList {
  return { lo: 0, hi: 0, head: nothing, tail: nothing };
}

export function chunkOf(number: number): number {
  return Math.floor(number / chunkEntries);
}

/** Number of the first entry of the tail. */
export function tailStart(list: NumberedList): number {
  return Math.max(list.lo, chunkOf(list.hi) * chunkEntries);
}

/** Where the entries of a chunk are. */
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

/** `added` ascend: the last of them comes right below what is there. */
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

/** Lays entries from number `start` on into the chunks where they belong now. */
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

/**
 * Takes the newest `count` entries away. `readRow` reads a full chunk; rows from the chunk that is returned on are to be
 * deleted.
 */
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
