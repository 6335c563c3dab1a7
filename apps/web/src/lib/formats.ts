import type { NumberFormat, Preferences } from '@hopscope/contract';

/** How a person wants numbers, amounts and times written. */
export interface Formats {
  /** A whole number. */
  count: (value: number) => string;
  /** A count with its noun: `1 member`, `2,310 members`. */
  counted: (value: number, noun: string, plural?: string) => string;
  /** A number of whole currency units with two decimals, or none where it has none. */
  money: (amount: number, currency: string) => string;
  /** ISO time as `24 Jan 2019`. */
  date: (iso: string) => string;
  /** ISO time as `24 Jan 2019, 09:12 CET`. */
  dateTime: (iso: string) => string;
}

type NumberPreferences = Pick<Preferences, 'numberFormat' | 'timeZone'>;

export const defaultPreferences: Preferences = {
  currency: 'USD',
  timeZone: 'browser',
  numberFormat: '1,234.56',
  theme: null,
};

const marks: Record<NumberFormat, { group: string; decimal: string }> = {
  '1,234.56': { group: ',', decimal: '.' },
  '1.234,56': { group: '.', decimal: ',' },
  '1 234,56': { group: '\u202f', decimal: ',' },
  "1'234.56": { group: '’', decimal: '.' },
};
const signs: Record<string, string> = { USD: '$', GBP: '£', EUR: '€' };

/** Formats by preference; `timeZone` `browser` is the one of the browser. */
export function createFormats({ numberFormat, timeZone }: NumberPreferences): Formats {
  const { group, decimal } = marks[numberFormat];
  const zone = timeZone === 'browser' ? {} : { timeZone };
  const day = new Intl.DateTimeFormat('en-GB', { ...zone, day: 'numeric', month: 'short', year: 'numeric' });
  const clock = new Intl.DateTimeFormat('en-GB', {
    ...zone,
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });

  function number(value: number, decimals: number): string {
    const [whole = '', fraction] = Math.abs(value).toFixed(decimals).split('.');
    const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, group);
    return `${value < 0 ? '−' : ''}${grouped}${fraction === undefined ? '' : decimal + fraction}`;
  }

  return {
    count: (value) => number(value, 0),
    counted: (value, noun, plural = `${noun}s`) => `${number(value, 0)} ${value === 1 ? noun : plural}`,
    money(amount, currency) {
      const text = number(Math.abs(amount), Number.isInteger(amount) ? 0 : 2);
      const sign = signs[currency];
      return `${amount < 0 ? '−' : ''}${sign ? sign + text : `${currency} ${text}`}`;
    },
    date: (iso) => day.format(new Date(iso)),
    dateTime: (iso) => `${day.format(new Date(iso))}, ${clock.format(new Date(iso))}`,
  };
}
