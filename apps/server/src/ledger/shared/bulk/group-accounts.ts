import { AccountSlots } from './account-slots.ts';
import { sortByWords } from './sort-records.ts';

/** Layout of entries: the home of the account is in the first two words, its key in a range of words. */
export interface EntryLayout {
  /** Number of words that every entry has at least. */
  readonly least: number;
  length(words: Uint32Array, at: number): number;
  /** Offset of the first word of the key in an entry. */
  readonly keyAt: number;
  /** Offset of the word after the key in an entry. */
  keyEnd(words: Uint32Array, at: number): number;
  /** Compares the keys of two entries. */
  compareKeys(words: Uint32Array, a: number, b: number): number;
}

/** Means that an account has no further entry. */
export const noEntry = -1;

/** The accounts of a partition, ordered by home and key. */
export interface GroupedAccounts {
  readonly words: Uint32Array;
  /** Offsets of the first entries of the accounts, in order. */
  readonly first: Uint32Array;
  /** Returns the offset of the next entry of the same account, in chain order, or `noEntry`. */
  next(at: number): number;
}

/** Compares bytes like PostgreSQL and `Buffer.compare`; their words are little-endian. */
export function compareBytes(words: Uint32Array, a: number, b: number, size: number): number {
  for (let i = 0; i < size; i++) {
    const shift = 8 * (i % 4);
    const difference =
      (((words[a + (i >>> 2)] ?? 0) >>> shift) & 0xff) - (((words[b + (i >>> 2)] ?? 0) >>> shift) & 0xff);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Returns true if two entries belong to the same account. */
function isSameAccount(words: Uint32Array, layout: EntryLayout, a: number, b: number): boolean {
  if (words[a + 1] !== words[b + 1] || words[a] !== words[b]) return false;
  const end = layout.keyEnd(words, a);
  for (let i = layout.keyAt; i < end; i++) if (words[a + i] !== words[b + i]) return false;
  return true;
}

/** Sorts the entries of a partition by account; those of one account remain in chain order. */
function groupByAccount(words: Uint32Array, layout: EntryLayout): GroupedAccounts {
  const { least } = layout;
  let count = 0;
  for (let at = 0; at < words.length; at += layout.length(words, at)) count++;
  const mask = 2 ** Math.ceil(Math.log2(2 * count + 2)) - 1;
  const slots = new Int32Array(mask + 1).fill(noEntry);
  // By account, in order of appearance.
  const first = new Uint32Array(count);
  const last = new Uint32Array(count);
  // By the number of an entry, which is unique because no entry is shorter.
  const next = new Int32Array(Math.floor(words.length / least) + 1).fill(noEntry);
  let accounts = 0;
  for (let at = 0; at < words.length; at += layout.length(words, at)) {
    let slot = ((words[at + 1] ?? 0) ^ ((words[at] ?? 0) << 7)) & mask;
    for (;;) {
      const account = slots[slot] ?? noEntry;
      if (account === noEntry) {
        slots[slot] = accounts;
        first[accounts] = at;
        last[accounts] = at;
        accounts++;
        break;
      }
      if (isSameAccount(words, layout, first[account] ?? 0, at)) {
        next[Math.floor((last[account] ?? 0) / least)] = at;
        last[account] = at;
        break;
      }
      slot = (slot + 1) & mask;
    }
  }
  const order = sortByWords(words, first.slice(0, accounts), 2);
  sortEqualHomes(words, layout, order);
  return { words, first: order, next: (at) => next[Math.floor(at / least)] ?? noEntry };
}

/** Sorts accounts with the same home by their keys. */
function sortEqualHomes(words: Uint32Array, layout: EntryLayout, order: Uint32Array): void {
  const sameHome = (a: number, b: number): boolean => words[a] === words[b] && words[a + 1] === words[b + 1];
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && sameHome(order[from] ?? 0, order[to] ?? 0)) to++;
    if (to - from > 1) order.subarray(from, to).sort((a, b) => layout.compareKeys(words, a, b));
    from = to;
  }
}

/**
 * Returns the number of accounts at the end of the last partition without an ID up to the highest: their IDs continue at
 * the lowest.
 */
function overflowOf({ words, first }: GroupedAccounts): number {
  const slots = new AccountSlots();
  let left = 0;
  for (const at of first) if (!slots.take(words[at] ?? 0, words[at + 1] ?? 0)) left++;
  return left;
}

/**
 * Calls `write` for every account in the order of IDs, with the offset of its first entry and its ID, partition by
 * partition. `flush` is called after each. Throws RangeError if entries contradict each other.
 */
export async function forEachAccount(
  layout: EntryLayout,
  partitions: number,
  read: (partition: number) => Uint32Array,
  to: {
    write(grouped: GroupedAccounts, first: number, slots: AccountSlots): void;
    flush(): Promise<unknown> | undefined;
  },
): Promise<void> {
  const slots = new AccountSlots();
  const end = groupByAccount(read(partitions - 1), layout);
  const overflow = overflowOf(end);
  for (let i = end.first.length - overflow; i < end.first.length; i++) {
    slots.take(0, 0);
    to.write(end, end.first[i] ?? 0, slots);
  }
  for (let partition = 0; partition < partitions; partition++) {
    const last = partition === partitions - 1;
    const grouped = last ? end : groupByAccount(read(partition), layout);
    const count = grouped.first.length - (last ? overflow : 0);
    for (let i = 0; i < count; i++) {
      const first = grouped.first[i] ?? 0;
      if (!slots.take(grouped.words[first] ?? 0, grouped.words[first + 1] ?? 0))
        throw new RangeError('No id is left for an account');
      to.write(grouped, first, slots);
      const flushed = to.flush();
      if (flushed) await flushed;
    }
  }
}
