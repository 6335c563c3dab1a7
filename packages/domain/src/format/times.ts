import { startOfUtcDay } from '../utc-day.ts';

/** Seconds since 1970, as in blocks, or ISO 8601 time. */
export type Moment = number | string;

export interface TimeFormats {
  /** `24 Jan 2019`. */
  date: (moment: Moment) => string;
  /** `24 Jan 2019, 09:12 CET`. */
  dateTime: (moment: Moment) => string;
  /** `24 Jan 2019, 09:12:33 CET`. */
  exactTime: (moment: Moment) => string;
  /** `09:12:33 CET`. */
  clock: (moment: Moment) => string;
  /** Exact time followed by the name of the zone, except for UTC: `… CET (Europe/Berlin)`. */
  fullTime: (moment: Moment) => string;
}

/** The preference that follows the device of the user. */
export const deviceTimeZone = 'browser';

/** True for `browser` and for names of the IANA time zone database; false for offsets such as `+01:00`. */
export function isTimeZone(name: string): boolean {
  if (name === deviceTimeZone) return true;
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Names of time zones (IANA) in alphabetical order, UTC first. */
export function timeZoneNames(): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];
}

/** Name of the time zone (IANA) that the device is set to. */
export function zoneOfDevice(): string {
  return new Intl.DateTimeFormat('en-GB').resolvedOptions().timeZone;
}

const at = (moment: Moment): Date => new Date(typeof moment === 'number' ? moment * 1000 : moment);

/** Formats of times in a zone: a name of the IANA database, or `browser`. Throws RangeError for other names. */
export function createTimeFormats(timeZone: string): TimeFormats {
  const zone = timeZone === deviceTimeZone ? {} : { timeZone };
  const clockParts = { ...zone, hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;
  const day = new Intl.DateTimeFormat('en-GB', { ...zone, day: 'numeric', month: 'short', year: 'numeric' });
  const minutes = new Intl.DateTimeFormat('en-GB', clockParts);
  const seconds = new Intl.DateTimeFormat('en-GB', { ...clockParts, second: '2-digit' });
  const zoneName = day.resolvedOptions().timeZone;

  /** Zones without an abbreviation are marked by their offset from UTC: `UTC+9`, `UTC−3:30`. */
  const marked = (format: Intl.DateTimeFormat, moment: Moment): string =>
    format
      .format(at(moment))
      .replace(/GMT([+-])(?=\d)/, (_, sign: string) => `UTC${sign === '-' ? '−' : sign}`);
  const date = (moment: Moment) => day.format(at(moment));
  const clock = (moment: Moment) => marked(seconds, moment);
  const exactTime = (moment: Moment) => `${date(moment)}, ${clock(moment)}`;
  return {
    date,
    dateTime: (moment) => `${date(moment)}, ${marked(minutes, moment)}`,
    exactTime,
    clock,
    fullTime: (moment) =>
      zoneName === 'UTC' ? exactTime(moment) : `${exactTime(moment)} (${zoneName.replaceAll('_', ' ')})`,
  };
}

/** Formats a time as `2026-01-05 14:03:11 UTC`, for documents and files. Throws RangeError for an invalid time. */
export function utcTime(moment: Moment): string {
  const iso = at(moment).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}

const parts = { day: 'numeric', year: 'numeric', timeZone: 'UTC' } as const;
const days = {
  long: new Intl.DateTimeFormat('en-GB', { ...parts, month: 'long' }),
  short: new Intl.DateTimeFormat('en-GB', { ...parts, month: 'short' }),
};

/** A calendar day, independent of time zones: `2026-09-04` is `4 September 2026`, or `4 Sept 2026` where space is short. */
export function dayName(day: string, length: 'long' | 'short' = 'long'): string {
  return days[length].format(startOfUtcDay(day));
}

const months = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** The month of a calendar day, independent of time zones: `2026-09-04` is in `Sept 2026`. */
export function monthName(day: string): string {
  return months.format(startOfUtcDay(day));
}
