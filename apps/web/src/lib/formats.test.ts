import { numberFormats } from '@hopscope/contract';
import { expect, it } from 'vitest';
import { createFormats, defaultPreferences } from './formats.ts';

it.each(numberFormats)('writes %s as its name shows', (numberFormat) => {
  const { count, money } = createFormats({ ...defaultPreferences, numberFormat });
  const plain = (text: string) => text.replace('\u202f', ' ').replace('’', "'");
  expect(plain(money(1234.56, 'USD'))).toBe(`$${numberFormat}`);
  expect(plain(count(1234))).toBe(numberFormat.slice(0, 5));
});

it('counts in singular and plural', () => {
  const { counted } = createFormats(defaultPreferences);
  expect(counted(1, 'member')).toBe('1 member');
  expect(counted(2310, 'entry', 'entries')).toBe('2,310 entries');
});

it('writes amounts of money with two decimals or none, and currencies without a sign by their code', () => {
  const { money } = createFormats(defaultPreferences);
  expect(money(0, 'USD')).toBe('$0');
  expect(money(49.5, 'GBP')).toBe('£49.50');
  expect(money(-12.3, 'USD')).toBe('−$12.30');
  expect(money(20, 'MXN')).toBe('MXN 20');
});

it('writes times in the zone that was chosen, and says which', () => {
  const { date, dateTime } = createFormats({ ...defaultPreferences, timeZone: 'America/Mexico_City' });
  expect(date('2026-03-01T02:30:00.000Z')).toBe('28 Feb 2026');
  expect(dateTime('2026-03-01T02:30:00.000Z')).toBe('28 Feb 2026, 20:30 GMT-6');
});
