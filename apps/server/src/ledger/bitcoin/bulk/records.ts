import { findSlot, slot } from './slots.ts';
import { addKeyed, addLookup, type ChainPlace } from '../../shared/bulk/lookups.ts';
import type { RunWriter } from '../../shared/bulk/runs.ts';

/** Number of words of an entry before its key. */
export const entryHead = 7;
export const p2pkBit = 0x80000000;
export const spentBit = 0x40000000;

/** Distribution of records to partitions; the same for all runs of a load. */
export interface Partitions {
  /** The number of partitions of homes and lookup keys is 2 to the power of this. */
  readonly bits: number;
  /** Number of heights whose outputs share a partition of spends. */
  readonly heights: number;
}

/** Target size of a partition's records in bytes. */
const partitionBytes = 32 << 20;

/** Chooses partitions for a load of this many raw bytes up to this height. */
export function choosePartitions(totalBytes: number, top: number): Partitions {
  const bits = Math.min(10, Math.max(4, Math.ceil(Math.log2((totalBytes * 0.6) / partitionBytes))));
  return { bits, heights: Math.max(1, Math.ceil((top + 1) / 2 ** bits)) };
}

/** Records of a segment, from which tables in key order are built. */
export class Records {
  private readonly runs: RunWriter;
  private readonly shift: number;
  private readonly heights: number;

  constructor(runs: RunWriter, partitions: Partitions) {
    this.runs = runs;
    this.shift = 32 - partitions.bits;
    this.heights = partitions.heights;
  }

  /** Adds the effect of one transaction on an address. */
  addEntry(
    keys: Uint8Array,
    keyAt: number,
    keySize: number,
    height: number,
    flagged: number,
    high: number,
    low: number,
  ): void {
    findSlot(keys, keyAt, keySize);
    const buffer = this.runs.buffer('entry', slot.high >>> this.shift);
    const keyWords = (keySize + 3) >>> 2;
    const at = buffer.extend(entryHead + keyWords);
    const { words } = buffer;
    words[at] = slot.high;
    words[at + 1] = slot.low;
    words[at + 2] = height;
    words[at + 3] = flagged;
    words[at + 4] = high;
    words[at + 5] = low;
    words[at + 6] = keySize;
    for (let i = 0; i < keyWords; i++) {
      const from = keyAt + 4 * i;
      const left = keySize - 4 * i;
      words[at + entryHead + i] =
        (keys[from] ?? 0) |
        (left > 1 ? (keys[from + 1] ?? 0) << 8 : 0) |
        (left > 2 ? (keys[from + 2] ?? 0) << 16 : 0) |
        (left > 3 ? (keys[from + 3] ?? 0) << 24 : 0);
    }
  }

  addSpend(source: number, vout: number, height: number, index: number, input: number): void {
    const sourceHeight = Math.floor(source / 2 ** 17);
    const buffer = this.runs.buffer('spend', Math.floor(sourceHeight / this.heights));
    const at = buffer.extend(6);
    const { words } = buffer;
    words[at] = sourceHeight;
    words[at + 1] = source % 2 ** 17;
    words[at + 2] = vout;
    words[at + 3] = height;
    words[at + 4] = index;
    words[at + 5] = input;
  }

  addLookup(txids: Uint8Array, at: number, place: ChainPlace): void {
    addLookup(this.runs, 32 - this.shift, { bytes: txids, at, place });
  }

  /** Adds an input whose spent output is unknown; `at`: offset of its outpoint. */
  addUnresolved(bytes: Uint8Array, at: number, place: ChainPlace, input: number): void {
    const record = addKeyed(this.runs, 'unresolved', 32 - this.shift, { bytes, at, place, more: 9 });
    record.words[record.at] = input;
    for (let word = 0; word < 8; word++) {
      const from = at + 4 * word;
      record.words[record.at + 1 + word] =
        (bytes[from] ?? 0) |
        ((bytes[from + 1] ?? 0) << 8) |
        ((bytes[from + 2] ?? 0) << 16) |
        ((bytes[from + 3] ?? 0) << 24);
    }
  }
}
