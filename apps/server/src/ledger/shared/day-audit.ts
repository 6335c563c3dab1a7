import type { SqlSession } from '../../db/session.ts';
import type { DayTable } from './day-rows.ts';
import type { DayFigures, Days } from './days.ts';

/** Returns a message about the first day on which stored figures differ from counted ones; undefined if they are equal. */
export function dayDifference(stored: Days, counted: Days): string | undefined {
  const days = [...new Set([...stored.keys(), ...counted.keys()])].sort((a, b) => a - b);
  for (const day of days) {
    const [before, now] = [inWords(stored.get(day)), inWords(counted.get(day))];
    if (before !== now) return `day ${day} has ${before} instead of ${now}`;
  }
  return undefined;
}

function inWords(figures: DayFigures | undefined): string {
  if (!figures) return 'nothing';
  return `${figures.transactions} transactions, ${figures.received} received, ${figures.spent} spent`;
}

/**
 * Returns a message about an inconsistency of accounts with figures of days: `seen` should have some, and `having` of them
 * do. Undefined if everything is consistent.
 */
export async function dayRowsProblem(
  session: SqlSession,
  table: DayTable,
  { seen, having }: { seen: number; having: number },
): Promise<string | undefined> {
  const { rows } = await session.query<{ n: bigint }>(`select count(distinct id) as n from ${table}`);
  const stored = Number(rows[0]?.n ?? 0n);
  if (stored !== having) return `${table} has daily figures of ${stored} accounts instead of ${having}`;
  if (having < seen) {
    return `${seen - having} accounts have no daily figures in ${table}`;
  }
  return undefined;
}
