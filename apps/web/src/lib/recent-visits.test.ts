import { expect, it } from 'vitest';
import { createMemoryStorage } from './browser/browser-storage.ts';
import { createRecentVisits, recentVisitsKey, type Visit } from './recent-visits.ts';

const visitTo = (label: string): Visit => ({ kind: 'address', label, href: `/home/${label}` });

it('keeps the last twenty, newest first, each once, apart for each organization', () => {
  const visits = createRecentVisits(createMemoryStorage(), () => 'ada');
  for (let i = 0; i < 25; i++) visits.add('one', visitTo(`a${i}`));
  visits.add('one', visitTo('a20'));
  visits.add(undefined, visitTo('alone'));
  const labels = visits.list('one').map(({ label }) => label);
  expect(labels).toHaveLength(20);
  expect(labels.slice(0, 3)).toEqual(['a20', 'a24', 'a23']);
  expect(visits.list('two')).toEqual([]);
  expect(visits.list(undefined)).toEqual([visitTo('alone')]);
});

it('is one person’s: the next one does not find it, and nobody finds it after logout', () => {
  const storage = createMemoryStorage();
  let user: string | undefined = 'ada';
  const visits = createRecentVisits(storage, () => user);
  visits.add('one', visitTo('a'));
  user = 'grace';
  expect(visits.list('one')).toEqual([]);
  visits.add('one', visitTo('b'));
  user = 'ada';
  expect(visits.list('one')).toEqual([]);
  user = undefined;
  visits.add('one', visitTo('c'));
  expect(visits.list('one')).toEqual([]);
  visits.clear();
  expect(storage.getItem(recentVisitsKey)).toBeNull();
});

it.each(['', '{', 'null', '{"user":"ada","visits":{"one":[{"kind":"x"}]}}'])(
  'starts over from %j',
  (text) => {
    const storage = createMemoryStorage();
    storage.setItem(recentVisitsKey, text);
    expect(createRecentVisits(storage, () => 'ada').list('one')).toEqual([]);
  },
);
