import { entityFormValues, type EntityRecord, entityRecord } from '@hopscope/contract';
import { expect, test } from 'vitest';
import {
  changedNames,
  fieldOf,
  formNames,
  formOf,
  labelOf,
  mergeForms,
  problemsOf,
  valuesOf,
} from './entity-form.ts';

const empty = Object.fromEntries(Object.keys(entityRecord.shape).map((name) => [name, null]));
const record: EntityRecord = entityRecord.parse({
  ...empty,
  _id: 'ada',
  entity_id: 'ada',
  proper_name: 'Ada',
  date_updated: '2026-01-01T00:00:00.000Z',
  fallback_logo: 'exchange',
  year_founded: 2016,
  ofac: false,
  entity_tag1: 'spot',
  aliases: ['A', 'B'],
  registrations: [],
  programs: [],
  version: 3,
  hidden: false,
});
const form = formOf(record);

test('the form has every field of the edit call', () => {
  expect([...formNames].toSorted()).toEqual(Object.keys(entityFormValues.shape).toSorted());
  for (const name of formNames) expect(labelOf(name)).not.toBe('');
  expect(fieldOf('social_media_profile_3')).toBe('social_media_profile');
  expect([labelOf('entity_tag7'), labelOf('associate_country_1'), labelOf('social_media_profile')]).toEqual([
    'Tag 7',
    'Country 1',
    'Social media profile 1',
  ]);
});

test('an untouched form changes nothing; a touched one sends what was touched', () => {
  expect(changedNames(form, { ...form, ceo: '  ', aliases: 'A\n\n B \n' })).toEqual([]);
  const next = {
    ...form,
    ceo: ' Grace ',
    ofac: '',
    dead: 'true',
    aliases: 'A',
    entity_tag1: '',
    year_founded: '2017',
  };
  const names = changedNames(form, next);
  const sent = valuesOf(next, names);
  expect(sent).toEqual({
    ceo: 'Grace',
    year_founded: '2017',
    entity_tag1: null,
    ofac: null,
    dead: true,
    aliases: ['A'],
  });
  expect(entityFormValues.parse(sent)).toEqual(sent);
});

//
test('what cannot be sent is said at its field', () => {
  expect(problemsOf(form)).toEqual({});
  const wrong = {
    ...form,
    proper_name: ' ',
    contact_email: 'ada at home',
    year_founded: '20x6',
    ticker: 'x'.repeat(201),
    registrations: Array.from({ length: 21 }, (_, i) => `R${i}`).join('\n'),
  };
  expect(Object.keys(problemsOf(wrong)).toSorted()).toEqual(
    ['contact_email', 'proper_name', 'registrations', 'ticker', 'year_founded'].toSorted(),
  );
});

test('two people at once: what only one changed is taken, what both changed is for the second to choose', () => {
  const mine = { ...form, ceo: 'Grace', ticker: 'ADA', url: 'https://same.example' };
  const theirs = { ...form, ceo: 'Alan', note: 'New', url: 'https://same.example' };
  const { merged, clashes } = mergeForms(form, mine, theirs);
  expect(clashes).toEqual([{ name: 'ceo', mine: 'Grace', theirs: 'Alan' }]);
  expect(merged).toMatchObject({ ceo: 'Grace', ticker: 'ADA', note: 'New', url: 'https://same.example' });
});
