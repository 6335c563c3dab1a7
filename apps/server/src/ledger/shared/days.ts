import { createPackReader, type PackWriter } from './varint.ts';
import { readWide, writeWide } from './wide.ts';

/** Figures of an address on one day; amounts in base units. */
export interface DayFigures {
  transactions: number;
  received: bigint;
  spent: bigint;
}

/** Figures by day: days since 1970-01-01 (UTC). */
export type Days = Map<number, DayFigures>;

/** Number of days per row: row `part` contains the days 64 · part to 64 · part + 63. */
export const daysOfPart = 64;

export function partOf(day: number): number {
  return Math.floor(day / daysOfPart);
}

/** Adds figures to a day; negative ones subtract. */
export function addToDay(days: Days, day: number, { transactions, received, spent }: DayFigures): void {
  const figures = days.get(day);
  if (!figures) {
    days.set(day, { transactions, received, spent });
    return;
  }
  figures.transactions += transactions;
  figures.received += received;
  figures.spent += spent;
}

/** Adds all figures of `more`. */
export function addDays(days: Days, more: Iterable<readonly [number, DayFigures]>): void {
  for (const [day, figures] of more) addToDay(days, day, figures);
}

function isNothing({ transactions, received, spent }: DayFigures): boolean {
  return transactions === 0 && received === 0n && spent === 0n;
}

/** Groups figures by the row that contains them. */
export function inRows(days: Days): Map<number, Days> {
  const rows = new Map<number, Days>();
  for (const [day, figures] of days) {
    const row = rows.get(partOf(day));
    if (row) row.set(day, figures);
    else rows.set(partOf(day), new Map([[day, figures]]));
  }
  return rows;
}

/**
 * Packs a row: for each day with figures its index in the row (a byte), transactions, received, and spent, in ascending
 * order. Empty if no day has figures. Throws RangeError if a figure is negative: more was subtracted than added.
 */
export function packDays(out: PackWriter, days: Days): Uint8Array {
  const ascending = [...days].filter(([, figures]) => !isNothing(figures)).sort(([a], [b]) => a - b);
  for (const [day, { transactions, received, spent }] of ascending) {
    if (transactions < 0 || received < 0n || spent < 0n) {
      throw new RangeError(`Day ${day} has fewer than no transactions or amounts`);
    }
    out.byte(day - partOf(day) * daysOfPart);
    out.uint(transactions);
    writeWide(out, received);
    writeWide(out, spent);
  }
  return out.take();
}

/** Unpacks a row. Throws RangeError if the bytes are damaged. */
export function unpackDays(part: number, packed: Uint8Array): Days {
  const reader = createPackReader(packed);
  const days: Days = new Map();
  while (!reader.done) {
    const day = part * daysOfPart + reader.byte();
    days.set(day, { transactions: reader.uint(), received: readWide(reader), spent: readWide(reader) });
  }
  return days;
}
