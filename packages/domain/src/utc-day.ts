/** Calendar days in UTC, written as `2026-01-31`. Times are milliseconds since 1970 unless a name says seconds. */

export const secondsOfDay = 86_400;
export const millisecondsOfDay = 86_400_000;

/** The day of a time. Throws RangeError for what no date can be (not finite, beyond ±100,000,000 days). */
export function utcDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

/** The first millisecond of a day; NaN for a text that is no day. */
export function startOfUtcDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/** Adds days, which can be negative, to a day. Throws RangeError if the text isn't a day. */
export function addUtcDays(day: string, days: number): string {
  return utcDay(startOfUtcDay(day) + days * millisecondsOfDay);
}

/** Every day from one to another, both included. */
export function* utcDaysBetween(from: string, to: string): Generator<string> {
  for (let day = from; day <= to; day = addUtcDays(day, 1)) yield day;
}

/** Whole days from 1970-01-01 to a time in seconds. */
export function utcDayNumber(seconds: number): number {
  return Math.floor(seconds / secondsOfDay);
}

/** Converts a number of days since 1970-01-01 to a day. */
export function utcDayOfNumber(number: number): string {
  return utcDay(number * millisecondsOfDay);
}

/** Returns the Monday of the week of a day (ISO 8601). Throws RangeError for another text. */
export function mondayOf(day: string): string {
  // 0 is Sunday.
  const weekday = new Date(startOfUtcDay(day)).getUTCDay();
  return addUtcDays(day, -((weekday + 6) % 7));
}
