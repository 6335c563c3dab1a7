import { utcDayNumber } from '@hopscope/domain';
import { addToDay, type Days, inRows, packDays } from '../../../shared/days.ts';
import { createPackWriter } from '../../../shared/varint.ts';
import { p2pkFlag } from '../../accounts/accounts.ts';
import { chunkEntries } from '../../accounts/activity.ts';
import { larger } from '../../../shared/bulk/larger.ts';
import { entryHead, p2pkBit, spentBit } from '../records.ts';
import type { RowWriter } from '../../../shared/bulk/row-writer.ts';
import { AccountSlots } from '../../../shared/bulk/account-slots.ts';
import { sortByWords } from '../../../shared/bulk/sort-records.ts';
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

/** The accounts of a partition, ordered by home and key. */
interface Grouped {
  readonly words: Uint32Array;
  /** Offsets of the first entries of the accounts, in order. */
  readonly first: Uint32Array;
  /** Offset of the next entry of the same account, by the number of an entry (`entryNumber`); 0: none. */
  readonly next: Uint32Array;
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

function lengthOf(words: Uint32Array, at: number): number {
  return entryHead + (((words[at + 6] ?? 0) + 3) >>> 2);
}

/** Returns true if two entries belong to the same account: equal from the size of the key on, and in their homes. */
function isSameAccount(words: Uint32Array, a: number, b: number): boolean {
  if (words[a + 1] !== words[b + 1] || words[a] !== words[b]) return false;
  const length = lengthOf(words, a);
  for (let i = entryHead - 1; i < length; i++) if (words[a + i] !== words[b + i]) return false;
  return true;
}

/** Compares two keys like PostgreSQL and `Buffer.compare`; their words are little-endian. */
function compareKeys(words: Uint32Array, a: number, b: number): number {
  const [sizeA, sizeB] = [words[a + 6] ?? 0, words[b + 6] ?? 0];
  for (let i = 0; i < Math.min(sizeA, sizeB); i++) {
    const shift = 8 * (i % 4);
    const at = entryHead + (i >>> 2);
    const difference = (((words[a + at] ?? 0) >>> shift) & 0xff) - (((words[b + at] ?? 0) >>> shift) & 0xff);
    if (difference !== 0) return difference;
  }
  return sizeA - sizeB;
}

/** Sorts the entries of a partition by account; those of one account remain in chain order. */
function groupByAccount(words: Uint32Array): Grouped {
  let count = 0;
  for (let at = 0; at < words.length; at += lengthOf(words, at)) count++;
  const mask = 2 ** Math.ceil(Math.log2(2 * count + 2)) - 1;
  const slots = new Int32Array(mask + 1).fill(none);
  // By account, in order of appearance.
  const first = new Uint32Array(count);
  const last = new Uint32Array(count);
  const next = new Uint32Array(words.length / entryHead + 1);
  let accounts = 0;
  for (let at = 0; at < words.length; at += lengthOf(words, at)) {
    next[entryNumber(at)] = 0;
    let slot = ((words[at + 1] ?? 0) ^ ((words[at] ?? 0) << 7)) & mask;
    for (;;) {
      const account = slots[slot] ?? none;
      if (account === none) {
        slots[slot] = accounts;
        first[accounts] = at;
        last[accounts] = at;
        accounts++;
        break;
      }
      if (isSameAccount(words, first[account] ?? 0, at)) {
        next[entryNumber(last[account] ?? 0)] = at;
        last[account] = at;
        break;
      }
      slot = (slot + 1) & mask;
    }
  }
  const order = sortByWords(words, first.slice(0, accounts), 2);
  sortEqualHomes(words, order);
  return { words, first: order, next };
}

/** Sorts accounts with the same home by their keys. */
function sortEqualHomes(words: Uint32Array, order: Uint32Array): void {
  const sameHome = (a: number, b: number): boolean => words[a] === words[b] && words[a + 1] === words[b + 1];
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && sameHome(order[from] ?? 0, order[to] ?? 0)) to++;
    if (to - from > 1) order.subarray(from, to).sort((a, b) => compareKeys(words, a, b));
    from = to;
  }
}

/** Returns a unique number for an entry: entries have more words than `entryHead`. */
function entryNumber(at: number): number {
  return Math.floor(at / entryHead);
}

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

  function writeAccount({ words, next }: Grouped, first: number, slots: AccountSlots): void {
    entries.size = 0;
    for (let at = first; ; ) {
      const flags = words[at + 3] ?? 0;
      const position = (words[at + 2] ?? 0) * 2 ** 17 + (flags & indexMask);
      entries.add(position, flags, words[at + 4] ?? 0, words[at + 5] ?? 0);
      const following = next[entryNumber(at)] ?? 0;
      if (following === 0) break;
      at = following;
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

  /**
   * Returns the number of accounts at the end of the last partition without an ID up to the highest: their IDs continue at
   * the lowest.
   */
  function overflowOf({ words, first }: Grouped): number {
    const slots = new AccountSlots();
    let left = 0;
    for (const at of first) if (!slots.take(words[at] ?? 0, words[at + 1] ?? 0)) left++;
    return left;
  }

  const slots = new AccountSlots();
  const end = groupByAccount(read(options.partitions - 1));
  const overflow = overflowOf(end);
  for (let i = end.first.length - overflow; i < end.first.length; i++) {
    slots.take(0, 0);
    writeAccount(end, end.first[i] ?? 0, slots);
  }
  for (let partition = 0; partition < options.partitions; partition++) {
    const last = partition === options.partitions - 1;
    const grouped = last ? end : groupByAccount(read(partition));
    const count = grouped.first.length - (last ? overflow : 0);
    for (let i = 0; i < count; i++) {
      const first = grouped.first[i] ?? 0;
      if (!slots.take(grouped.words[first] ?? 0, grouped.words[first + 1] ?? 0))
        throw new RangeError('No id is left for an account');
      writeAccount(grouped, first, slots);
      const flushed = rows.flush();
      if (flushed) await flushed;
    }
  }
  return accounts;
}
