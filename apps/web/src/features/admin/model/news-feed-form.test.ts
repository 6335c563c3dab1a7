import type { NewsFeed } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { newsFeedFields, newsFeedText, readNewsFeed, testText } from './news-feed-form.ts';

const feed: NewsFeed = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Ledger News',
  url: 'https://news.example/feed',
  format: 'xml',
  contents: 'posts',
  enabled: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  lastRunAt: null,
  lastReport: null,
  lastError: null,
  items: 1,
};

test('a feed goes through the form unchanged', () => {
  const { name, url, format, contents, enabled } = feed;
  expect(readNewsFeed(newsFeedFields(feed), true)).toEqual({
    body: { name, url, format, contents, enabled },
  });
});

test.each([
  ['name', { name: ' ' }],
  ['url', { url: 'ftp://news.example/' }],
  ['url', { url: 'https://me:secret@news.example/' }],
  ['kind', { kind: 'anything' }],
])('a wrong %s is said', (field, change) => {
  expect(readNewsFeed({ ...newsFeedFields(feed), ...change }, true)).toEqual({
    problems: { [field]: expect.any(String) },
  });
});

test('what became of it', () => {
  const moment = (): string => 'today';
  expect(newsFeedText(feed, moment)).toBe(
    'Posts (RSS or Atom) · https://news.example/feed · 1 entry kept · not fetched yet',
  );
  const ran = { ...feed, items: 2, lastRunAt: '2026-01-02T00:00:00.000Z' };
  expect(newsFeedText({ ...ran, lastError: 'it is empty' }, moment)).toMatch(/failed today: it is empty$/);
  const lastReport = { items: 2, added: 0, refused: 0, note: 'Cut.' };
  expect(newsFeedText({ ...ran, lastReport }, moment)).toMatch(/2 entries kept · fetched today · Cut\.$/);
  expect(testText({ items: 1, refused: 2, note: null })).toBe('1 entry found, 2 entries unusable.');
});
