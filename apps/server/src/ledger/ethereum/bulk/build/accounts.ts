import { toHex } from '@hopscope/chain';
import { utcDayNumber } from '@hopscope/domain';
import type { AccountSlots } from '../../../shared/bulk/account-slots.ts';
import { forEachAccount, type GroupedAccounts, noEntry } from '../../../shared/bulk/group-accounts.ts';
import { RowWriter } from '../../../shared/bulk/row-writer.ts';
import { addToDay, type Days, inRows, packDays } from '../../../shared/days.ts';
import { positionOf } from '../../../shared/positions.ts';
import { createPackWriter } from '../../../shared/varint.ts';
import { keepsDays } from '../../accounts/days.ts';
import { blockIndex, etherAsset } from '../../accounts/effects.ts';
import { directions } from '../../accounts/entries.ts';
import type { Openings } from '../../blocks/bundle.ts';
import { listOf } from '../../history/lists.ts';
import { chunkEntries } from '../../history/numbered-list.ts';
import type { AccountChange } from '../../blocks/apply.ts';
import { amountWordsOf, at as field, bits, entryLayout, indexMask, two } from '../entry-records.ts';

/** Writers of account rows. */
export interface AccountRows {
  readonly accounts: RowWriter;
  readonly holdings: RowWriter;
  readonly lists: RowWriter;
  readonly days: RowWriter;
  /** Called after each account; sends full buffers. */
  flush(): Promise<unknown> | undefined;
}

/** One asset of an account: numbers of its entries in the account's list, and of hidden ones in its own. */
interface Purse {
  asset: number;
  received: bigint;
  spent: bigint;
  readonly marks: number[];
  readonly hidden: number[];
}

const [incoming, outgoing] = [directions.indexOf('in'), directions.indexOf('out')];

/** Returns the amount of an entry. */
function amountAt(words: Uint32Array, entry: number): bigint {
  const size = amountWordsOf(words, entry);
  const first = entry + field.amount;
  if (size === 0) return 0n;
  if (size === 1) return BigInt(words[first] ?? 0);
  let amount = 0n;
  for (let i = size - 2; i >= 0; i -= 2) {
    const pair = (BigInt(words[first + i + 1] ?? 0) << 32n) | BigInt(words[first + i] ?? 0);
    amount = (amount << 64n) | pair;
  }
  return size % 2 === 0 ? amount : (amount << 32n) | BigInt(words[first] ?? 0);
}

/** Writes an amount like `writeWide`. */
function writeAmount(out: RowWriter, words: Uint32Array, entry: number): void {
  const size = amountWordsOf(words, entry);
  const first = entry + field.amount;
  const top = words[first + size - 1] ?? 0;
  const topBytes = size === 0 ? 0 : 4 - (Math.clz32(top) >>> 3);
  out.byte(topBytes + 4 * Math.max(0, size - 1));
  for (let i = topBytes - 1; i >= 0; i--) out.byte((top >>> (8 * i)) & 0xff);
  for (let word = size - 2; word >= 0; word--) {
    const value = words[first + word] ?? 0;
    for (let i = 3; i >= 0; i--) out.byte((value >>> (8 * i)) & 0xff);
  }
}

/**
 * Builds rows of accounts, their holdings, lists, and days from the entries of all runs, partition by partition, in the
 * order of IDs.
 */
export async function buildAccounts(
  read: (partition: number) => Uint32Array,
  rows: AccountRows,
  options: { partitions: number; timeOf(height: number): number; openings: Openings | undefined },
): Promise<AccountChange> {
  const { openings } = options;
  const change = { accounts: 0, unopened: 0, opened: 0n };
  const pack = createPackWriter();
  const scratch = new RowWriter();
  const key = new Uint8Array(20);
  /** Offsets of the account's entries, and numbers of the hidden ones. */
  const own: number[] = [];
  const hidden: number[] = [];
  const purses: Purse[] = [];
  const purseOf = new Map<number, Purse>();
  const spare: Purse[] = [];
  let slots: AccountSlots;
  let words: Uint32Array;

  function openPurse(asset: number): Purse {
    const known = purseOf.get(asset);
    if (known) return known;
    const purse = spare.pop() ?? { asset, received: 0n, spent: 0n, marks: [], hidden: [] };
    purse.asset = asset;
    purse.received = 0n;
    purse.spent = 0n;
    purse.marks.length = 0;
    purse.hidden.length = 0;
    purses.push(purse);
    purseOf.set(asset, purse);
    return purse;
  }

  function writeEntries(out: RowWriter, from: number, to: number): void {
    out.reserve(64 * (to - from) + 64);
    let before = 0;
    for (let i = from; i < to; i++) {
      const entry = own[i] ?? 0;
      const flags = words[entry + field.flags] ?? 0;
      const position = positionOf(words[entry + field.height] ?? 0, flags & indexMask);
      out.uint(position - before);
      out.uint(
        (words[entry + field.movement] ?? 0) * 16 +
          ((flags >>> bits.direction) & two) * 4 +
          ((flags >>> bits.spam) & two),
      );
      writeAmount(out, words, entry);
      before = position;
    }
  }

  function writeNumbers(numbers: readonly number[]): (out: RowWriter, from: number, to: number) => void {
    return (out, from, to) => {
      out.reserve(16 * (to - from) + 64);
      for (let i = from; i < to; i++) {
        const number = numbers[i] ?? 0;
        out.uint(i === from ? 2 * number : number - (numbers[i - 1] ?? 0));
      }
    };
  }

  /** Writes the full chunks of a list as rows, and the rest into the field of the account or holding, like `writeList`. */
  function writeList(
    out: RowWriter,
    list: number,
    count: number,
    write: (out: RowWriter, from: number, to: number) => void,
  ): void {
    const full = count - (count % chunkEntries);
    for (let from = 0; from < full; from += chunkEntries) {
      rows.lists.row(4);
      rows.lists.int8(slots.idHigh, slots.idLow);
      rows.lists.int4(list);
      rows.lists.int4(from / chunkEntries);
      rows.lists.reserve(16);
      const start = rows.lists.begin();
      write(rows.lists, from, from + chunkEntries);
      rows.lists.end(start);
    }
    scratch.at = 0;
    write(scratch, full, count);
    out.reserve(scratch.at + 64);
    out.uint(0);
    out.uint(count);
    out.uint(0);
    out.uint(scratch.at);
    out.raw(scratch.bytes, 0, scratch.at);
  }

  function writePurseLists(out: RowWriter, asset: number, purse: Purse | undefined): void {
    const { marks, hidden: masked } = purse ?? { marks: [], hidden: [] };
    writeList(out, listOf(asset, false), marks.length, writeNumbers(marks));
    writeList(out, listOf(asset, true), masked.length, writeNumbers(masked));
  }

  function writeDays(): void {
    const days: Days = new Map();
    let before = -1;
    for (const entry of own) {
      const flags = words[entry + field.flags] ?? 0;
      const height = words[entry + field.height] ?? 0;
      const position = positionOf(height, flags & indexMask);
      const direction = (flags >>> bits.direction) & two;
      const moved = (words[entry + field.asset] ?? 0) === etherAsset ? amountAt(words, entry) : 0n;
      addToDay(days, utcDayNumber(options.timeOf(height)), {
        transactions: position === before ? 0 : 1,
        received: direction === outgoing ? 0n : moved,
        spent: direction === incoming ? 0n : moved,
      });
      before = position;
    }
    for (const [part, figures] of [...inRows(days)].sort(([a], [b]) => a - b)) {
      const bytes = packDays(pack, figures);
      rows.days.row(3);
      rows.days.int8(slots.idHigh, slots.idLow);
      rows.days.int4(part);
      rows.days.field(bytes, 0, bytes.length);
    }
  }

  /** Collects the entries of an account, and returns what `lists` contains before them. */
  function collect(grouped: GroupedAccounts, first: number) {
    own.length = 0;
    hidden.length = 0;
    spare.push(...purses);
    purses.length = 0;
    purseOf.clear();
    let [txs, blocks, signs, createdBy] = [0, 0, 0, -1];
    let [height, position, signed] = [-1, -1, -1];
    for (let entry = first; entry !== noEntry; entry = grouped.next(entry)) {
      const flags = words[entry + field.flags] ?? 0;
      const index = flags & indexMask;
      const ownHeight = words[entry + field.height] ?? 0;
      const ownPosition = positionOf(ownHeight, index);
      if (ownPosition !== position && index !== blockIndex) txs++;
      if (ownHeight !== height) blocks++;
      if (((flags >>> bits.signs) & 1) === 1 && signed !== ownPosition) {
        signs++;
        signed = ownPosition;
      }
      if (createdBy < 0 && ((flags >>> bits.created) & 1) === 1) createdBy = ownPosition;
      [height, position] = [ownHeight, ownPosition];
      const purse = openPurse(words[entry + field.asset] ?? 0);
      if (((flags >>> bits.spam) & two) !== 0) {
        purse.hidden.push(purse.marks.length);
        hidden.push(own.length);
      }
      purse.marks.push(own.length);
      own.push(entry);
      const direction = (flags >>> bits.direction) & two;
      const amount = amountAt(words, entry);
      if (direction !== outgoing) purse.received += amount;
      if (direction !== incoming) purse.spent += amount;
    }
    return { txs, blocks, signs, createdBy };
  }

  function writeAccount(grouped: GroupedAccounts, first: number, given: AccountSlots): void {
    slots = given;
    words = grouped.words;
    const { txs, blocks, signs, createdBy } = collect(grouped, first);
    for (let i = 0; i < 20; i++)
      key[i] = ((words[first + field.key + (i >>> 2)] ?? 0) >>> (8 * (i % 4))) & 0xff;
    const ether = purseOf.get(etherAsset);
    const opening = openings?.balances.get(toHex(key)) ?? (openings?.complete ? 0n : null);
    change.accounts++;
    if (opening === null) change.unopened++;
    else change.opened += opening;
    const out = rows.accounts;
    out.row(6);
    out.int8(slots.idHigh, slots.idLow);
    out.numeric(ether?.received ?? 0n);
    out.numeric(ether?.spent ?? 0n);
    if (opening === null) out.null();
    else out.numeric(opening);
    out.field(key, 0, 20);
    out.reserve(64);
    const start = out.begin();
    out.uint(txs);
    out.uint(blocks);
    out.uint(signs);
    out.uint(createdBy + 1);
    writeList(out, listOf(undefined, false), own.length, writeEntries);
    writeList(out, listOf(undefined, true), hidden.length, writeNumbers(hidden));
    writePurseLists(out, etherAsset, ether);
    out.end(start);
    if (purses.length > (ether ? 1 : 0)) writeHoldings();
    if (keepsDays({ lo: 0, hi: own.length })) writeDays();
  }

  function writeHoldings(): void {
    const out = rows.holdings;
    for (const purse of purses.sort((a, b) => a.asset - b.asset)) {
      if (purse.asset === etherAsset) continue;
      out.row(5);
      out.int8(slots.idHigh, slots.idLow);
      out.int4(purse.asset);
      out.numeric(purse.received);
      out.numeric(purse.spent);
      out.reserve(64);
      const start = out.begin();
      writePurseLists(out, purse.asset, purse);
      out.end(start);
    }
  }

  await forEachAccount(entryLayout, options.partitions, read, {
    write: writeAccount,
    flush: () => rows.flush(),
  });
  return change;
}
