import { monthName } from '@hopscope/domain';

/** What was received and spent on a day (UTC), in base units. */
export interface DayOfBalance {
  /** `2026-01-31` */
  date: string;
  received: string;
  spent: string;
}

/** What an address received and spent in a month, a quarter, or a year, in base units. */
export interface InOutPeriod {
  name: string;
  received: bigint;
  spent: bigint;
}

/** Most bars of a chart. */
const mostBars = 36;

const units = [
  { unit: 'month', months: 1 },
  { unit: 'quarter', months: 3 },
  { unit: 'year', months: 12 },
] as const;
export type PeriodUnit = (typeof units)[number]['unit'];

/** Returns the number of months since year 0. */
const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

function nameOf(index: number, unit: PeriodUnit): string {
  const months = index * (units.find((each) => each.unit === unit)?.months ?? 1);
  const [year, month] = [Math.floor(months / 12), months % 12];
  if (unit === 'year') return String(year);
  if (unit === 'quarter') return `Q${month / 3 + 1} ${year}`;
  return monthName(`${String(year).padStart(4, '0')}-${String(month + 1).padStart(2, '0')}-01`);
}

/**
 * Groups ascending days into UTC months up to the one of the last day, or into quarters or years if there would be more than 36
 * bars. Periods without transactions are included; the sums of all periods are those of the days.
 */
export function periodsOf(days: readonly DayOfBalance[]): { unit: PeriodUnit; periods: InOutPeriod[] } {
  const [first, last] = [monthOf(days[0]?.date ?? '0000-01'), monthOf(days.at(-1)?.date ?? '0000-01')];
  const indexOf = (month: number, months: number): number => Math.floor(month / months);
  const { unit, months } =
    units.find((each) => indexOf(last, each.months) - indexOf(first, each.months) < mostBars) ?? units[2];
  const from = indexOf(first, months);
  const periods = Array.from(
    { length: days.length === 0 ? 0 : indexOf(last, months) - from + 1 },
    (_, i) => ({
      name: nameOf(from + i, unit),
      received: 0n,
      spent: 0n,
    }),
  );
  for (const { date, received, spent } of days) {
    const period = periods[indexOf(monthOf(date), months) - from];
    if (!period) continue;
    period.received += BigInt(received);
    period.spent += BigInt(spent);
  }
  return { unit, periods };
}
