import type { SqlSession } from '../../db/session.ts';

/** A range of consecutive heights (inclusive). */
export interface HeightRange {
  from: number;
  to: number;
}

/** Table of a chain's ranges. */
export type RangeTable = 'btc_range' | 'eth_range';

/** Returns the ranges of heights in a ledger, in ascending order, never adjacent. */
export async function readRangesOf(session: SqlSession, table: RangeTable): Promise<HeightRange[]> {
  const { rows } = await session.query<{ lo: number; hi: number }>(`select lo, hi from ${table} order by lo`);
  return rows.map((row) => ({ from: row.lo, to: row.hi }));
}

export function includesHeight(ranges: readonly HeightRange[], height: number): boolean {
  return ranges.some((range) => range.from <= height && height <= range.to);
}

/** Adds `heights` (ascending) to ranges, and merges adjacent ones. */
export function addHeights(ranges: readonly HeightRange[], heights: readonly number[]): HeightRange[] {
  const all = [...ranges, ...heights.map((height) => ({ from: height, to: height }))].sort(
    (a, b) => a.from - b.from,
  );
  const merged: HeightRange[] = [];
  for (const range of all) {
    const last = merged.at(-1);
    if (last && range.from <= last.to + 1) last.to = Math.max(last.to, range.to);
    else merged.push({ ...range });
  }
  return merged;
}

/** Removes the highest height from ranges. */
export function dropTop(ranges: readonly HeightRange[]): HeightRange[] {
  const stored = ranges.map((range) => ({ ...range }));
  const top = stored.at(-1);
  if (!top) return [];
  if (top.from === top.to) stored.pop();
  else top.to--;
  return stored;
}

export async function writeRangesOf(
  session: SqlSession,
  table: RangeTable,
  ranges: readonly HeightRange[],
): Promise<void> {
  await session.query(`delete from ${table}`);
  for (const range of ranges) {
    await session.query(`insert into ${table} (lo, hi) values ($1, $2)`, [range.from, range.to]);
  }
}
