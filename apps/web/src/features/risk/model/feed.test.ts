import { expect, it } from 'vitest';
import { cut, safeLink, shownFeed } from './feed.ts';

const nothing = { news: [], tweets: [], searchContext: 'address' as const, searchTerm: null };
const article = {
  source: 'Wire',
  logoUrl: null,
  title: 't'.repeat(130),
  description: 'd'.repeat(130),
  link: 'https://news.example/1',
  published: '2026-11-01T00:00:00.000Z',
  fictional: true,
};

it('cuts whole characters and marks it', () => {
  expect(cut('short', 5)).toBe('short');
  expect(cut('👩‍🚀👩‍🚀👩‍🚀', 2)).toBe('👩‍🚀👩‍🚀…');
});

it('follows http and https only', () => {
  expect(safeLink('https://a.example/')).toBe('https://a.example/');
  for (const link of ['javascript:alert(1)', 'data:text/html,x', '//a.example', 'nothing', null]) {
    expect(safeLink(link)).toBeNull();
  }
});

//
it('shows each thing once, newest first, cut to its length', () => {
  const tweet = {
    username: 'n',
    userDisplayName: 'N',
    content: 'c'.repeat(130),
    date: null,
    url: null,
    fictional: false,
  };
  const newer = { ...article, link: 'https://news.example/2', published: '2026-11-02T00:00:00.000Z' };
  const { articles, posts, searched } = shownFeed({
    addressData: { ...nothing, news: [article], tweets: [tweet], searchTerm: 'x' },
    beneficialOwnerData: nothing,
    entityData: { ...nothing, news: [newer, article], tweets: [tweet] },
  });
  expect(articles.map(({ link }) => link)).toEqual([newer.link, article.link]);
  expect(articles[0]?.title).toHaveLength(121);
  expect(articles[0]?.description).toHaveLength(101);
  expect(posts).toHaveLength(1);
  expect(posts[0]?.content).toHaveLength(121);
  expect(searched).toBe(true);
  expect(
    shownFeed({ addressData: nothing, beneficialOwnerData: nothing, entityData: nothing }).searched,
  ).toBe(false);
});
