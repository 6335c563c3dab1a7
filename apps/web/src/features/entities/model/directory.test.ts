import type { EntityListItem } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { directoryOf, facetOf } from './directory.ts';

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
