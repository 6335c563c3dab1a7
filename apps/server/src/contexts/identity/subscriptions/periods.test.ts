import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMonths, monthOf, periodAt } from './periods.ts';
import { toMinor, toUnits } from './money.ts';

const utc = (text: string): Date => new Date(`${text}T10:20:30.000Z`);

test('a month later is the same day, or the last of a shorter month', () => {
  expect(addMonths(utc('2026-01-15'), 1)).toEqual(utc('2026-02-15'));
  expect(addMonths(utc('2026-01-31'), 1)).toEqual(utc('2026-02-28'));
  expect(addMonths(utc('2028-01-31'), 1)).toEqual(utc('2028-02-29'));
  expect(addMonths(utc('2028-02-29'), 12)).toEqual(utc('2029-02-28'));
  expect(addMonths(utc('2026-12-31'), 2)).toEqual(utc('2027-02-28'));
});

test('a period that began on the 31st comes back to the 31st', () => {
  const anchor = utc('2026-01-31');
  expect(periodAt(anchor, 'monthly', utc('2026-03-01'))).toEqual({
    start: utc('2026-02-28'),
    end: utc('2026-03-31'),
  });
});

test('periods hold their time and follow each other without gaps', () => {
  const moments = fc.date({ min: utc('2020-01-01'), max: utc('2040-01-01'), noInvalidDate: true });
  const span = fc.integer({ min: 0, max: 20 * 365 * 86_400 });
  fc.assert(
    fc.property(moments, span, fc.constantFrom('monthly', 'yearly'), (anchor, seconds, billingPeriod) => {
      const at = new Date(anchor.getTime() + seconds * 1000);
      const { start, end } = periodAt(anchor, billingPeriod, at);
      expect(start <= at && at < end).toBe(true);
      expect(periodAt(anchor, billingPeriod, end).start).toEqual(end);
    }),
  );
});

test('amounts and months on the wire', () => {
  expect([toUnits(9900n), toUnits(1n), toUnits(49_905n)]).toEqual([99, 0.01, 499.05]);
  expect([toMinor(0.1 + 0.2), toMinor(1.15), toMinor(999_999.99)]).toEqual([30n, 115n, 99_999_999n]);
  expect(monthOf(new Date('2026-03-31T23:59:59.999Z'))).toBe('2026-03');
});
