import type {
  CallOutput,
  DayOfActivity,
  getAddressActivity,
  getAddressActivityDay,
  getAddressBalanceHistory,
} from '@hopscope/contract';
import { millisecondsOfDay, secondsOfDay, startOfUtcDay, utcDayOfNumber } from '@hopscope/domain';
import type { DayFigures } from '../../../ledger/shared/days.ts';
import type { Histories, HistoryRow } from './history.ts';

type Answer<E> = Omit<CallOutput<E>, 'success'>;

function yearOf(day: number): number {
  return new Date(day * millisecondsOfDay).getUTCFullYear();
}

type BalanceHistory = Answer<typeof getAddressBalanceHistory>;

type Ascending = readonly (readonly [number, DayFigures])[];

function yearsOf(days: Ascending): { year: number; transactions: number }[] {
  const years = new Map<number, number>();
  for (const [day, { transactions }] of days) {
    years.set(yearOf(day), (years.get(yearOf(day)) ?? 0) + transactions);
  }
  return [...years].map(([year, transactions]) => ({ year, transactions }));
}

/** Returns the year with the most transactions, the newest of equals; null without transactions. */
function busiest(years: readonly { year: number; transactions: number }[]): number | null {
  let best: { year: number; transactions: number } | undefined;
  for (const each of years) if (!best || each.transactions >= best.transactions) best = each;
  return best?.year ?? null;
}

function presentDay([day, { transactions, received, spent }]: Ascending[number]): DayOfActivity {
  return { date: utcDayOfNumber(day), transactions, received: String(received), spent: String(spent) };
}

/** Most rows of an address whose balance is returned after each transaction. */
const mostSteps = 2000;

/**
 * Returns received and spent amounts, and the balance at the end of each day. The balance is null if the opening balance is unknown, or if the days up to one spend more
 * than they receive: Bitcoin block times don't ascend, so a spend can be dated a day before the output that it spends.
 */
function balancesOf(days: Ascending, opening: bigint | null): BalanceHistory['points'] {
  let balance = opening ?? 0n;
  return days.map(([day, { received, spent }]) => {
    balance += received - spent;
    const known = opening !== null && balance >= 0n;
    return {
      date: utcDayOfNumber(day),
      received: String(received),
      spent: String(spent),
      balance: known ? String(balance) : null,
    };
  });
}

/**
 * Returns the balance after each transaction; rows of one transaction share a place. Null if the opening balance is unknown, or
 * if the rows spend more than they receive.
 */
function stepsOf(rows: readonly HistoryRow[], opening: bigint | null): NonNullable<BalanceHistory['steps']> {
  let balance = opening ?? 0n;
  return rows.flatMap(({ time, direction, amount, place }, i) => {
    if (direction === 'in') balance += amount;
    if (direction === 'out') balance -= amount;
    if (rows[i + 1]?.place === place) return [];
    const known = opening !== null && balance >= 0n;
    return [{ timestamp: time ?? 0, balance: known ? String(balance) : null }];
  });
}

/** Returns the activity and balances of addresses by day. `historiesOf` selects the chain of an address. */
export function createAddressActivity(historiesOf: (text: string) => Histories) {
  return {
    /** Returns the days of a year; by default the year with the most transactions. */
    activity: (
      text: string,
      { year }: { year?: number | undefined },
    ): Promise<Answer<typeof getAddressActivity>> =>
      historiesOf(text).openDays(text, undefined, async ({ days, frame }) => {
        const ascending = [...days].sort(([a], [b]) => a - b);
        const years = yearsOf(ascending);
        const chosen = year ?? busiest(years);
        const shown = ascending.filter(([day]) => yearOf(day) === chosen).map(presentDay);
        return { ...frame, years, year: chosen, days: shown };
      }),

    /** Returns the first transaction of a day. */
    day: (text: string, date: string): Promise<Answer<typeof getAddressActivityDay>['data']> =>
      historiesOf(text).openDays(text, undefined, async ({ frame, firstTxid }) => {
        const from = startOfUtcDay(date) / 1000;
        const first = await firstTxid({ from, to: from + secondsOfDay - 1 });
        return { blockchain: frame.blockchain, date, first_txid: first };
      }),

    /** Throws 400 for a token with too many movements of the address. */
    balanceHistory: (
      text: string,
      { asset: chosen, steps: asked = 'false' }: { asset?: string | undefined; steps?: 'true' | 'false' },
    ): Promise<BalanceHistory> =>
      historiesOf(text).openDays(text, chosen, async ({ days, opening, rows, asset, frame }) => {
        const points = balancesOf(
          [...days].sort(([a], [b]) => a - b),
          opening,
        );
        const all = asked === 'true' ? await rows(mostSteps) : null;
        const steps = all && stepsOf(all, opening);
        return frame.blockchain === 'bitcoin'
          ? { ...frame, points, steps }
          : { ...frame, asset, points, steps };
      }),
  };
}
