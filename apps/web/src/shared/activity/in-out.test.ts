import { expect, it } from 'vitest';
import { periodsOf } from './in-out.ts';

const day = (date: string, received: string, spent = '0') => ({ date, received, spent });

it('months include those without transactions, and add up', () => {
  const { unit, periods } = periodsOf([
    day('2025-11-30', '5', '1'),
    day('2026-01-01', '7'),
    day('2026-01-31', '1', '12'),
  ]);
  expect(unit).toBe('month');
  expect(periods).toEqual([
    { name: 'Nov 2025', received: 5n, spent: 1n },
    { name: 'Dec 2025', received: 0n, spent: 0n },
    { name: 'Jan 2026', received: 8n, spent: 12n },
  ]);
});

it('long histories are in quarters or years', () => {
  const quarters = periodsOf([day('2020-02-01', '1'), day('2026-11-01', '2')]);
  expect([quarters.unit, quarters.periods.length]).toEqual(['quarter', 28]);
  expect([quarters.periods[0]?.name, quarters.periods.at(-1)?.name]).toEqual(['Q1 2020', 'Q4 2026']);
  const years = periodsOf([day('2009-01-03', '1'), day('2026-11-01', '2')]);
  expect([years.unit, years.periods.length, years.periods[0]?.name]).toEqual(['year', 18, '2009']);
  expect(periodsOf([]).periods).toEqual([]);
});
