import type { NumberFormat, Preferences } from '@hopscope/contract';

/** Seconds since 1970, as blocks have them, or ISO time. */
export type Moment = number | string;

/** How a person wants numbers, amounts and times written. */
export interface Formats {
  /** What stands between thousands and before decimals. */
  marks: Marks;
  /** A whole number. */
  count: (value: number | bigint) => string;
  /** A count with its noun: `1 member`, `2,310 members`. */
  counted: (value: number, noun: string, plural?: string) => string;
  /** A decimal number in text as the API gives it, digit by digit; other text as it is. */
  decimal: (text: string) => string;
  /** A size in bytes, in kB or MB (powers of ten) from 10,000 on. */
  size: (bytes: number) => string;
  /** A number of whole currency units with two decimals, or none where it has none. */
  money: (amount: number, currency: string) => string;
  /** `24 Jan 2019`. */
  date: (moment: Moment) => string;
  /** `24 Jan 2019, 09:12 CET`. */
  dateTime: (moment: Moment) => string;
  /** `24 Jan 2019, 09:12:33 CET`. */
  exactTime: (moment: Moment) => string;
  /** The same with the name of the zone where its abbreviation does not say it: `… CET (Europe/Berlin)`. */
  fullTime: (moment: Moment) => string;
}

export interface Marks {
  group: string;
  decimal: string;
}

type NumberPreferences = Pick<Preferences, 'numberFormat' | 'timeZone'>;

export const defaultPreferences: Preferences = {
  currency: 'USD',
  timeZone: 'browser',
  numberFormat: '1,234.56',
  theme: null,
};

const marksOf: Record<NumberFormat, Marks> = {
  '1,234.56': { group: ',', decimal: '.' },
  '1.234,56': { group: '.', decimal: ',' },
  '1 234,56': { group: '\u00a0', decimal: ',' },
  "1'234.56": { group: '’', decimal: '.' },
};
const signs: Record<string, string> = { USD: '$', GBP: '£', EUR: '€' };

/** Whole digits in groups of three. */
export function groupDigits(digits: string, { group }: Marks): string {
  return digits.replaceAll(/\B(?=(\d{3})+$)/g, group);
}

function createNumbers(marks: Marks) {
  /** Rewrites digits with a point, as JavaScript and the API write them; never through floating point. */
  function rewrite(text: string): string {
    const [whole = '', fraction] = text.replace('-', '').split('.');
    const rest = fraction === undefined ? '' : marks.decimal + fraction;
    return `${text.startsWith('-') ? '−' : ''}${groupDigits(whole, marks)}${rest}`;
  }
  const count = (value: number | bigint) => rewrite(String(value));

  return {
    marks,
    count,
    counted: (value: number, noun: string, plural = `${noun}s`) =>
      `${count(value)} ${value === 1 ? noun : plural}`,
    decimal: (text: string) => (/^-?\d+(\.\d+)?$/.test(text) ? rewrite(text) : text),
    size(bytes: number) {
      if (bytes < 10_000) return `${count(bytes)} B`;
      if (bytes < 1_000_000) return `${rewrite((bytes / 1000).toFixed(1))} kB`;
      return `${rewrite((bytes / 1_000_000).toFixed(2))} MB`;
    },
    money(amount: number, currency: string) {
      const text = rewrite(Math.abs(amount).toFixed(Number.isInteger(amount) ? 0 : 2));
      const sign = signs[currency];
      return `${amount < 0 ? '−' : ''}${sign ? sign + text : `${currency} ${text}`}`;
    },
  };
}

function createTimes(timeZone: string) {
  const zone = timeZone === 'browser' ? {} : { timeZone };
  const clockParts = { ...zone, hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;
  const day = new Intl.DateTimeFormat('en-GB', { ...zone, day: 'numeric', month: 'short', year: 'numeric' });
  const clock = new Intl.DateTimeFormat('en-GB', clockParts);
  const exactClock = new Intl.DateTimeFormat('en-GB', { ...clockParts, second: '2-digit' });
  const zoneName = day.resolvedOptions().timeZone;

  const at = (moment: Moment) => new Date(typeof moment === 'number' ? moment * 1000 : moment);
  const exactTime = (moment: Moment) => `${day.format(at(moment))}, ${exactClock.format(at(moment))}`;
  return {
    date: (moment: Moment) => day.format(at(moment)),
    dateTime: (moment: Moment) => `${day.format(at(moment))}, ${clock.format(at(moment))}`,
    exactTime,
    fullTime: (moment: Moment) =>
      zoneName === 'UTC' ? exactTime(moment) : `${exactTime(moment)} (${zoneName.replaceAll('_', ' ')})`,
  };
}

/** Formats by preference; `timeZone` `browser` is the one of the browser. */
export function createFormats({ numberFormat, timeZone }: NumberPreferences): Formats {
  return { ...createNumbers(marksOf[numberFormat]), ...createTimes(timeZone) };
}
