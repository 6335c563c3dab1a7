import { createCountryNames } from '@hopscope/domain';
import type { EntityListItem } from '@hopscope/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type EntitySearch, createEntitySearch } from './entity-search.ts';

const countryName = createCountryNames();

function item(entity_id: string, proper_name: string, more: Partial<EntityListItem> = {}): EntityListItem {
  const fixed = { fallback_logo: 'exchange', date_updated: '2026-01-01T00:00:00.000Z', version: 1 } as const;
  return { _id: entity_id, entity_id, proper_name, ...fixed, ...more };
}

const list = [
  item('northquay', 'Northquay Exchange', {
    ticker: 'NQX, NQT',
    aliases: ['Quay Markets'],
    url: 'https://seatrade.example',
    entity_type: 'exchange',
    entity_tag1: 'fiat_on_ramp',
    associate_country_1: 'MT',
    contact_email: 'desk@harbour.example',
    contact_phone: '+00 555 0142',
    description_merged: 'Spot trading with segregated custody.',
  }),
  item('cafe-zurich', 'Café Zürich'),
  item('lodz', 'Łódź Broker'),
  item('quay', 'Quay'),
  item('eastquay', 'Eastquay Desk'),
  item('quayside', 'Quayside Pool', { entity_type: 'mining_pool' }),
  item('old-quay', 'Old Quay'),
  item('quack', 'Quak Swap'),
  item('hidden', 'Northquay Dark', { hidden: true }),
];

//
describe('Search of entities', () => {
  let search: EntitySearch;
  beforeAll(async () => {
    search = await createEntitySearch(list, countryName);
  });
  const ids = (text: string) => search.find(text).map(({ entity }) => entity.entity_id);

  test.each([
    ['northquay', 'proper_name'],
    ['NQX', 'ticker'],
    ['Quay Markets', 'aliases'],
    ['seatrade.example', 'url'],
    ['harbour', 'contact'],
    ['0142', 'contact'],
    ['segregated', 'description'],
    ['fiat on ramp', 'tags'],
    ['Malta', 'countries'],
    ['MT', 'countries'],
    ['exchange', 'proper_name'],
  ])('%s is found (%s)', (text, field) => {
    const found = search.find(text).find(({ entity }) => entity.entity_id === 'northquay');
    expect(found?.field).toBe(field);
  });

  test('the type is searched', () => {
    expect(search.find('mining')).toMatchObject([
      { entity: { entity_id: 'quayside' }, field: 'entity_type' },
    ]);
  });

  test.each(['nortquay', 'norhtquay', 'northquai', 'nrothquay', 'northqay', 'northquayy'])(
    '%s is a typing error',
    (text) => expect(ids(text)[0]).toBe('northquay'),
  );

  test.each([
    ['cafe zurich', 'cafe-zurich'],
    ['CAFÉ', 'cafe-zurich'],
    ['lodz', 'lodz'],
    ['Łódź', 'lodz'],
  ])('%s: marks do not count', (text, id) => expect(ids(text)[0]).toBe(id));

  test('written as one word it is the same name', () => {
    expect(ids('northquayexchange')[0]).toBe('northquay');
    expect(ids('cafezurich')[0]).toBe('cafe-zurich');
  });

  test('whole names come first, then beginnings, then words, then inside of words, then similar spellings', () => {
    const found = ids('quay');
    expect(found[0]).toBe('quay');
    expect(found.indexOf('quayside')).toBeLessThan(found.indexOf('old-quay'));
    expect(found.indexOf('old-quay')).toBeLessThan(found.indexOf('eastquay'));
    expect(found.indexOf('eastquay')).toBeLessThan(found.indexOf('quack'));
  });

  test('several words narrow it; where none has all, some are enough', () => {
    expect(ids('quay pool')).toEqual(['quayside']);
    expect(ids('zürich nonsense')).toEqual(['cafe-zurich']);
  });

  //
  test('what is not shown is not found, and nothing is found for nothing', () => {
    expect(ids('northquay dark')).not.toContain('hidden');
    for (const text of ['', '   ', '!!!', '\u0301']) expect(ids(text)).toEqual([]);
  });

  //
  test('an id or a part of a name names an entity', () => {
    const named = (text: string) => search.named(text)?.entity_id;
    expect(named('quayside')).toBe('quayside');
    expect(named('northq')).toBe('northquay');
    expect(named('thquay exch')).toBe('northquay');
    expect(named('zurich')).toBe('cafe-zurich');
    expect(named('nothing like it')).toBeUndefined();
    expect(named('')).toBeUndefined();
    expect(named('hidden')).toBeUndefined();
  });

  test('two entries of one id are one match, and no more than 50 are given', async () => {
    const twice = [item('a', 'Twice'), item('a', 'Twice', { ticker: 'TWO' })];
    const many = Array.from({ length: 80 }, (_, i) => item(`many-${i}`, `Many ${i}`));
    const large = await createEntitySearch([...twice, ...many], countryName);
    expect(large.find('two').map(({ entity }) => entity.proper_name)).toEqual(['Twice']);
    expect(large.find('many')).toHaveLength(50);
  });

  test.each(['constructor', '__proto__', 'a'.repeat(5000), '(((', '\\', '%00'])(
    'hostile text %# does no harm',
    (text) => {
      expect(() => search.find(text)).not.toThrow();
      expect(() => search.named(text)).not.toThrow();
    },
  );
});
