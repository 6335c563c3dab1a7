import { expect, test } from 'vitest';
import { feedFields, readFeed } from './feed-form.ts';

const form = { ...feedFields(undefined), id: 'desk', name: 'Our desk', location: 'desk.csv' };

test('a list of one’s own as it is sent', () => {
  expect(readFeed(form, true)).toEqual({
    body: {
      id: 'desk',
      settings: {
        name: 'Our desk',
        importer: 'own-list',
        location: 'desk.csv',
        license: null,
        acknowledgment: null,
        rank: 100,
        enabled: true,
      },
    },
  });
});

test.each([
  ['id', { id: 'Our Desk' }],
  ['id', { id: '' }],
  ['name', { name: '' }],
  ['rank', { rank: 'first' }],
  ['rank', { rank: '0' }],
  ['importer', { importer: 'anything' }],
])('a wrong %s is said', (field, change) => {
  expect(readFeed({ ...form, ...change }, true)).toEqual({ problems: { [field]: expect.any(String) } });
});
