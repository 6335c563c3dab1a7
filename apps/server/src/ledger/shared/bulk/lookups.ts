import { positionOf } from '../positions.ts';
import type { RowWriter } from './row-writer.ts';
import type { RunWriter } from './runs.ts';
import { sortRecords } from './sort-records.ts';

/** Number of words of a lookup record: its key and a position. */
export const lookupWords = 4;

/** A transaction by its block and index. */
export interface ChainPlace {
  readonly height: number;
  readonly index: number;
}

/**
 * Starts a record with a lookup key, the first 8 bytes of a hash, and a position, with space for `more` words. `bits`: the
 * number of partitions is 2 to the power of this.
 */
export function addKeyed(
  runs: RunWriter,
  kind: 'lookup' | 'unresolved',
  bits: number,
  record: { bytes: Uint8Array; at: number; place: ChainPlace; more: number },
): { words: Uint32Array; at: number } {
  const { bytes, at, place, more } = record;
  const high =
    (((bytes[at] ?? 0) << 24) |
      ((bytes[at + 1] ?? 0) << 16) |
      ((bytes[at + 2] ?? 0) << 8) |
      (bytes[at + 3] ?? 0)) ^
    0x80000000;
  const low =
    ((bytes[at + 4] ?? 0) << 24) |
    ((bytes[at + 5] ?? 0) << 16) |
    ((bytes[at + 6] ?? 0) << 8) |
    (bytes[at + 7] ?? 0);
  const buffer = runs.buffer(kind, (high >>> 0) >>> (32 - bits));
  const start = buffer.extend(lookupWords + more);
  buffer.words[start] = high;
  buffer.words[start + 1] = low;
  buffer.words[start + 2] = place.height;
  buffer.words[start + 3] = place.index;
  return { words: buffer.words, at: start + lookupWords };
}

/** Adds a record by which a transaction is found by its hash, which is at an offset of `bytes`. */
export function addLookup(
  runs: RunWriter,
  bits: number,
  { bytes, at, place }: { bytes: Uint8Array; at: number; place: ChainPlace },
): void {
  addKeyed(runs, 'lookup', bits, { bytes, at, place, more: 0 });
}

/** Writes the key of a record as an int8 field. */
export function writeLookupKey(out: RowWriter, words: Uint32Array, at: number): void {
  out.int8(((words[at] ?? 0) ^ 0x80000000) | 0, words[at + 1] ?? 0);
}

/** Writes the rows of a table of lookups of a partition. */
export function buildLookups(words: Uint32Array, out: RowWriter): void {
  for (const at of sortRecords(words, lookupWords, lookupWords)) {
    out.row(2);
    writeLookupKey(out, words, at);
    out.int8Number(positionOf(words[at + 2] ?? 0, words[at + 3] ?? 0));
  }
}
