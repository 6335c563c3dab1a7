import { expect, it } from 'vitest';
import { readAddress, readCallback, readFrom, readNotes, readOnboarding, readPage } from './search-params.ts';

it('reads pages from the second on', () => {
  expect(readPage({ page: 3 })).toEqual({ page: 3 });
  expect(readPage({ page: '12' })).toEqual({ page: 12 });
  for (const page of [undefined, 1, 0, -4, 1.5, 'x', Number.NaN, [2, 3], 1e12])
    expect(readPage({ page })).toEqual({});
});

it('reads the place to go back to as text', () => {
  expect(readFrom({ from: '/home' })).toEqual({ from: '/home' });
  expect(readFrom({ from: 7 })).toEqual({});
});

it('reads texts as text, also those that look like something else', () => {
  expect(readOnboarding({ token: 'abc', org: 2024 })).toEqual({ token: 'abc', org: '2024' });
  expect(readOnboarding({ token: null })).toEqual({});
  expect(readCallback({ user: { _id: 'u' }, other: 'x' })).toEqual({ user: '{"_id":"u"}' });
});

it('reads whether notes are open', () => {
  expect(readNotes({ notes: true })).toEqual({ notes: true });
  expect(readNotes({ notes: 'yes' })).toEqual({});
});

it('reads how an address page is shown, and leaves out what is none of its values', () => {
  const all = {
    page: 2,
    notes: true,
    show: 'coins',
    direction: 'in',
    minAmount: '1234567890123456789012',
    from: '2026-02-28',
    counterparty: 'northquay',
    year: 2025,
    activity: 'list',
    sort: 'activity',
  } as const;
  expect(readAddress(all)).toEqual(all);
  expect(readAddress({ minAmount: 5, year: '2009', hidden: 'true' })).toEqual({
    minAmount: '5',
    year: 2009,
    hidden: true,
  });
  const wrong = {
    show: 'x',
    direction: 'self',
    minAmount: 1e30,
    maxAmount: '-1',
    from: 'today',
    year: 1,
    sort: 'date',
  };
  expect(readAddress({ ...wrong, counterparty: '', asset: '0x12', activity: 'x', notes: 'no' })).toEqual({});
});
