import { utcDayNumber } from '@hopscope/domain';
import { addToDay, type Days, inRows, packDays } from '../../../shared/days.ts';
import { createPackWriter } from '../../../shared/varint.ts';
import { p2pkFlag } from '../../accounts/accounts.ts';
import { chunkEntries } from '../../accounts/activity.ts';
import { larger } from '../../../shared/bulk/larger.ts';
import { entryHead, p2pkBit, spentBit } from '../records.ts';
import type { RowWriter } from '../../../shared/bulk/row-writer.ts';
import type { AccountSlots } from '../../../shared/bulk/account-slots.ts';
import {
  compareBytes,
  type EntryLayout,
  forEachAccount,
  type GroupedAccounts,
  noEntry,
} from '../../../shared/bulk/group-accounts.ts';
import { Sum } from '../sum.ts';

const twoTo32 = 2 ** 32;
const indexMask = 0x1ffff;
const none = -1;

/** Writers of account rows. */
export interface AccountRows {
  readonly accounts: RowWriter;
  readonly activity: RowWriter;
  readonly days: RowWriter;
  /** Called after each account; sends full buffers. */
  flush(): Promise<unknown> | undefined;
}

/** Activity of one account as lanes, one entry per transaction. */
class Entries {
  size = 0;
  position = new Float64Array(256);
  p2pk = new Uint8Array(256);
  receivedHigh = new Uint32Array(256);
  receivedLow = new Uint32Array(256);
  spentHigh = new Uint32Array(256);
  spentLow = new Uint32Array(256);

  grow(): void {
    const capacity = 2 * this.position.length;
    this.position = larger(this.position, new Float64Array(capacity));
    this.p2pk = larger(this.p2pk, new Uint8Array(capacity));
    this.receivedHigh = larger(this.receivedHigh, new Uint32Array(capacity));
    this.receivedLow = larger(this.receivedLow, new Uint32Array(capacity));
    this.spentHigh = larger(this.spentHigh, new Uint32Array(capacity));
    this.spentLow = larger(this.spentLow, new Uint32Array(capacity));
  }

  /** Adds the effect of an input or output on the account; effects of one transaction are merged into one entry. */
  add(position: number, flags: number, high: number, low: number): void {
    if (this.size === 0 || this.position[this.size - 1] !== position) {
      if (this.size === this.position.length) this.grow();
      const at = this.size++;
      this.position[at] = position;
      this.p2pk[at] = 0;
      this.receivedHigh[at] = 0;
      this.receivedLow[at] = 0;
      this.spentHigh[at] = 0;
      this.spentLow[at] = 0;
    }
    const at = this.size - 1;
    if ((flags & p2pkBit) !== 0) this.p2pk[at] = 1;
    if ((flags & spentBit) !== 0) addLanes(this.spentHigh, this.spentLow, at, high, low);
    else addLanes(this.receivedHigh, this.receivedLow, at, high, low);
  }
}

function addLanes(highs: Uint32Array, lows: Uint32Array, at: number, high: number, low: number): void {
  const sum = (lows[at] ?? 0) + low;
  lows[at] = sum;
  highs[at] = (highs[at] ?? 0) + high + (sum > 0xffffffff ? 1 : 0);
}

function lanes(highs: Uint32Array, lows: Uint32Array, at: number): number {
  return (highs[at] ?? 0) * twoTo32 + (lows[at] ?? 0);
}

const layout: EntryLayout = {
  least: entryHead,
  length: (words, at) => entryHead + (((words[at + 6] ?? 0) + 3) >>> 2),
  // The size of the key and its words.
  keyAt: entryHead - 1,
  keyEnd: (words, at) => entryHead + (((words[at + 6] ?? 0) + 3) >>> 2),
  compareKeys(words, a, b) {
    const [sizeA, sizeB] = [words[a + 6] ?? 0, words[b + 6] ?? 0];
    const difference = compareBytes(words, a + entryHead, b + entryHead, Math.min(sizeA, sizeB));
    return difference !== 0 ? difference : sizeA - sizeB;
  },
};

/**
 * Builds rows of accounts, their activity, and their days from the entries of all runs, partition by partition, in the order
 * of IDs. Returns the number of accounts. Throws RangeError if entries contradict each other.
 */
export async function buildAccounts(
  read: (partition: number) => Uint32Array,
  rows: AccountRows,
  options: { partitions: number; timeOf(height: number): number },
): Promise<number> {
  const entries = new Entries();
  const pack = createPackWriter();
  const key = new Uint8Array(64);
  let accounts = 0;

  function packEntries(out: RowWriter, from: number, to: number): void {
    out.reserve(32 * (to - from) + 64);
    const start = out.begin();
    let before = 0;
    for (let i = from; i < to; i++) {
      const position = entries.position[i] ?? 0;
      out.uint((position - before) * 2 + (entries.p2pk[i] ?? 0));
      out.varint(entries.receivedHigh[i] ?? 0, entries.receivedLow[i] ?? 0);
      out.varint(entries.spentHigh[i] ?? 0, entries.spentLow[i] ?? 0);
      before = position;
    }
    out.end(start);
  }

  function writeDays(slots: AccountSlots, full: number): void {
    const days: Days = new Map();
    for (let i = 0; i < full; i++) {
      addToDay(days, utcDayNumber(options.timeOf(Math.floor((entries.position[i] ?? 0) / 2 ** 17))), {
        transactions: 1,
        received: BigInt(lanes(entries.receivedHigh, entries.receivedLow, i)),
        spent: BigInt(lanes(entries.spentHigh, entries.spentLow, i)),
      });
    }
    for (const [part, own] of [...inRows(days)].sort(([a], [b]) => a - b)) {
      const bytes = packDays(pack, own);
      rows.days.row(3);
      rows.days.int8(slots.idHigh, slots.idLow);
      rows.days.int4(part);
      rows.days.field(bytes, 0, bytes.length);
    }
  }

  function writeAccount(grouped: GroupedAccounts, first: number, slots: AccountSlots): void {
    const { words } = grouped;
    entries.size = 0;
    for (let at = first; at !== noEntry; at = grouped.next(at)) {
      const flags = words[at + 3] ?? 0;
      const position = (words[at + 2] ?? 0) * 2 ** 17 + (flags & indexMask);
      entries.add(position, flags, words[at + 4] ?? 0, words[at + 5] ?? 0);
    }
    const received = new Sum();
    const spent = new Sum();
    let blocks = 0;
    let height = none;
    let p2pk = 0;
    for (let i = 0; i < entries.size; i++) {
      received.add(lanes(entries.receivedHigh, entries.receivedLow, i));
      spent.add(lanes(entries.spentHigh, entries.spentLow, i));
      p2pk |= entries.p2pk[i] ?? 0;
      const own = Math.floor((entries.position[i] ?? 0) / 2 ** 17);
      if (own !== height) blocks++;
      height = own;
    }
    const full = entries.size - (entries.size % chunkEntries);
    const size = words[first + 6] ?? 0;
    for (let i = 0; i < size; i++)
      key[i] = ((words[first + entryHead + (i >>> 2)] ?? 0) >>> (8 * (i % 4))) & 0xff;
    const out = rows.accounts;
    out.row(8);
    out.int8(slots.idHigh, slots.idLow);
    out.int8Big(received.value());
    out.int8Big(spent.value());
    out.int4(entries.size);
    out.int4(blocks);
    out.int2(p2pk === 1 ? p2pkFlag : 0);
    out.field(key, 0, size);
    packEntries(out, full, entries.size);
    for (let from = 0; from < full; from += chunkEntries) {
      rows.activity.row(3);
      rows.activity.int8(slots.idHigh, slots.idLow);
      rows.activity.int4(from / chunkEntries);
      packEntries(rows.activity, from, from + chunkEntries);
    }
    if (full > 0) writeDays(slots, full);
    accounts++;
  }

  await forEachAccount(layout, options.partitions, read, {
    write: writeAccount,
    flush: () => rows.flush(),
  });
  return accounts;
}
