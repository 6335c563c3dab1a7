import type { EntityListItem } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { balanceInCents, directoryOf, facetOf } from './directory.ts';
import map from './world-map.json';

const entity = (name: string, change: Partial<EntityListItem> = {}): EntityListItem => ({
  _id: name,
  entity_id: name,
  proper_name: name,
  fallback_logo: 'entity',
  date_updated: '2026-01-01T00:00:00Z',
  version: 1,
  ...change,
});
const entities = [
  entity('Blackreef', { entity_type: 'sanctioned', ofac: true, date_updated: '2026-03-01T00:00:00Z' }),
  entity('ada', { entity_type: 'exchange', associate_country_1: 'DE', associate_country_2: 'FR' }),
  entity('Nobody'),
  entity('Kitsune', { entity_type: 'exchange', associate_country_1: 'FR' }),
];
const names = (found: readonly EntityListItem[]) => found.map(({ proper_name: name }) => name);

test('is sorted by name, type, country, and time, unknown values last', () => {
  expect(names(directoryOf(entities, {}, 'name'))).toEqual(['ada', 'Blackreef', 'Kitsune', 'Nobody']);
  expect(names(directoryOf(entities, {}, 'type'))).toEqual(['ada', 'Kitsune', 'Blackreef', 'Nobody']);
  expect(names(directoryOf(entities, {}, 'country'))).toEqual(['ada', 'Kitsune', 'Blackreef', 'Nobody']);
  expect(names(directoryOf(entities, {}, 'changed'))[0]).toBe('Blackreef');
});

test('facets narrow it, and count what the other facets leave', () => {
  expect(names(directoryOf(entities, { type: 'exchange', country: 'FR' }, 'name'))).toEqual([
    'ada',
    'Kitsune',
  ]);
  expect(names(directoryOf(entities, { sanctioned: true }, 'name'))).toEqual(['Blackreef']);
  expect(facetOf(entities, { country: 'DE', type: 'exchange' }, 'country')).toEqual([
    { value: 'FR', count: 2 },
    { value: 'DE', count: 1 },
  ]);
  expect(facetOf(entities, {}, 'type')).toEqual([
    { value: 'exchange', count: 2 },
    { value: 'sanctioned', count: 1 },
  ]);
});

test('by balance, the largest come first and unknown ones last', () => {
  const cents = new Map([
    ['ada', 5n],
    ['Kitsune', 700n],
    ['Nobody', 0n],
  ]);
  const sorted = directoryOf(entities, {}, 'balance', (id) => cents.get(id));
  expect(names(sorted)).toEqual(['Kitsune', 'ada', 'Nobody', 'Blackreef']);
});

test('balances are valued at known prices only', () => {
  const prices = { bitcoin: '50000000000', ethereum: '2000000000' };
  expect(balanceInCents({ btc_bal: '100000000', eth_bal: String(10n ** 18n) }, prices)).toBe(5_200_000n);
  expect(balanceInCents({ btc_bal: '100000000', eth_bal: null }, prices)).toBe(5_000_000n);
  expect(balanceInCents({ btc_bal: null, eth_bal: null }, prices)).toBeUndefined();
  expect(
    balanceInCents({ btc_bal: '1', eth_bal: '1' }, { bitcoin: undefined, ethereum: undefined }),
  ).toBeUndefined();
});

test('the map has large countries as outlines and small ones as points', () => {
  for (const code of ['US', 'DE', 'JP', 'CA', 'NO']) expect(map.land).toHaveProperty(code);
  for (const code of ['SC', 'SG', 'MT', 'KY', 'VG', 'HK', 'LI']) expect(map.points).toHaveProperty(code);
  expect(Object.keys(map.land).filter((code) => code in map.points)).toEqual([]);
});
