import { expect, test } from 'vitest';
import { safeLink, readDate } from './clean-item.ts';
import { decodeText } from './decode-text.ts';
import { feedMaxBytes, readFeed } from './fetch-feed.ts';
import { addressTerm, entityTerms, isNamed, nameTerm } from './matching.ts';
import { plainText } from './plain-text.ts';

const now = Date.UTC(2026, 0, 31, 12);
const feed = { url: 'https://news.example/feed', name: 'News', format: 'xml', contents: 'news' } as const;
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string, more: { contentType?: string; cut?: boolean; contents?: 'posts' } = {}) =>
  readFeed(
    { ...feed, contents: more.contents ?? 'news' },
    { bytes: bytesOf(text), contentType: more.contentType, cut: more.cut ?? false },
    now,
  );
const rss = (items: string): string =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>N</title>${items}</channel></rss>`;

test.each([
  ['<p>Hello <b>world</b></p>', 'Hello world'],
  ['a<script>alert("x < y")</script>b', 'a b'],
  ['a<SCRIPT src=//evil>1</sCrIpT>b', 'a b'],
  ['&lt;img src=x onerror=alert(1)&gt;text', 'text'],
  ['&amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;safe', 'safe'],
  ['a <!-- <b>hidden</b> --> b', 'a b'],
  ['never closed <a href="x', 'never closed'],
  ['never closed <script>alert(1)', 'never closed'],
  ['3 < 4 and 5 > 4', '3 < 4 and 5 > 4'],
  ['Caf&eacute; &#233;&#xe9;&nbsp;x', 'Café éé x'],
  ['&#0;&#xd800;&#x110000;x', '\ufffd\ufffd\ufffdx'],
  ['user\u202eexe.txt\u200b\u0007', 'userexe.txt'],
  ['<<b>script>alert(1)<</b>/script>', ''],
])('plain text of %j', (given, text) => {
  const plain = plainText(given, 100);
  expect(plain).not.toMatch(/<[a-z/!?]/i);
  if (text !== '') expect(plain).toBe(text);
});

test('plain text is cut between characters, and takes no longer for hostile text', () => {
  expect(plainText('abcdef', 4)).toBe('abc…');
  expect(plainText('ab😀def', 4)).toBe('ab…');
  // Quadratic work on this would exceed the test's timeout.
  const hostile = '<'.repeat(2_000_000) + '<script>'.repeat(400_000) + '&amp;'.repeat(2_000_000);
  expect(plainText(hostile, 4_000)).toMatch(/^[<&]*…?$/);
});

test.each([
  ['https://a.example/x', 'https://a.example/x'],
  ['/x?y=1', 'https://news.example/x?y=1'],
  ['javascript:alert(1)', null],
  ['JaVaScRiPt:alert(1)', null],
  ['data:text/html,x', null],
  ['https://me:secret@a.example/', null],
  ['', null],
  ['http://[', null],
])('the link %j', (given, link) => expect(safeLink(given, feed.url)).toBe(link));

test.each([
  ['Sat, 31 Jan 2026 10:00:00 GMT', Date.UTC(2026, 0, 31, 10)],
  ['Sat, 31 Jan 2026 10:00:00 +0200', Date.UTC(2026, 0, 31, 8)],
  ['2026-01-31T10:00:00.5Z', Date.UTC(2026, 0, 31, 10) + 500],
  ['yesterday', null],
  ['1970-01-01', null],
  ['2031-01-01', null],
  ['31/02/2026 25:99', null],
  ['', null],
])('the date %j', (given, time) => expect(readDate(given, now)).toBe(time));

test('RSS 2.0, RSS 1.0 and Atom', async () => {
  const first = await read(
    rss(`<item><guid>1</guid><title>One &amp; two</title><link>https://a.example/1</link>
      <pubDate>Fri, 30 Jan 2026 10:00:00 GMT</pubDate><description><![CDATA[<p>Hello <i>there</i></p>]]></description>
      <content:encoded><![CDATA[bc1qexample named]]></content:encoded></item>`).replace(
      '<rss ',
      '<rss xmlns:content="c" ',
    ),
  );
  expect(first.items).toEqual([
    {
      kind: 'news',
      identity: '1',
      title: 'One & two',
      description: 'Hello there',
      body: 'bc1qexample named',
      link: 'https://a.example/1',
      published: Date.UTC(2026, 0, 30, 10),
      username: null,
      displayName: null,
    },
  ]);
  const second = await read(
    `<rdf:RDF xmlns:rdf="r" xmlns:dc="d"><channel><title>x</title></channel><item><title>Old form</title><link>https://a.example/2</link><dc:date>2026-01-30</dc:date></item></rdf:RDF>`,
  );
  expect(second.items).toMatchObject([
    { title: 'Old form', link: 'https://a.example/2', published: Date.UTC(2026, 0, 30) },
  ]);
  const third = await read(
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>F</title><entry><id>urn:3</id><title type="html">&lt;b&gt;Bold&lt;/b&gt;</title>
     <updated>2026-01-30T01:00:00Z</updated><published>2026-01-29T01:00:00Z</published><link rel="self" href="https://a.example/self"/>
     <link href="/3"/><author><name>Nora</name></author><summary>Short</summary></entry></feed>`,
    { contents: 'posts' },
  );
  expect(third.items).toMatchObject([
    {
      kind: 'post',
      identity: 'urn:3',
      description: 'Short',
      username: 'Nora',
      link: 'https://news.example/3',
      published: Date.UTC(2026, 0, 29, 1),
    },
  ]);
});

test('entities of one’s own are refused before they grow', async () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>${rss('<item><title>&b;</title></item>')}`;
  await expect(read(bomb)).rejects.toThrow(/document type/);
  const outside = rss('<item><title>ok</title></item><item><title>&file;</title></item>');
  const { items, notes } = await read(outside);
  expect(items).toHaveLength(1);
  expect(notes.join()).toMatch(/Only the 1 entries before this.*well-formed/);
});

test.each([
  ['', /empty/],
  ['<html><body>no feed</body></html>', /<html> is not an RSS or Atom feed/],
  ['plain words', /well-formed/],
  ['<rss><channel>', /well-formed/],
  [`<rss>${'<a>'.repeat(200)}`, /too deep/],
])('%j is no feed', async (text, message) => {
  await expect(read(text)).rejects.toThrow(message);
});

test('a feed that is cut off or has too many entries says so', async () => {
  const item = (i: number): string =>
    `<item><guid>${String(i)}</guid><title>Number ${String(i)}</title></item>`;
  const many = rss(Array.from({ length: 700 }, (_, i) => item(i)).join(''));
  const whole = await read(many);
  expect(whole.items).toHaveLength(500);
  expect(whole.notes).toEqual(['Only the first 500 entries are read.']);
  const torn = await read(many.slice(0, 2_000), { cut: true });
  expect(torn.items.length).toBeGreaterThan(10);
  expect(torn.notes).toEqual([
    `It is larger than ${String(feedMaxBytes / 1e6)} MB; only the beginning is read.`,
  ]);
});

test('encodings: by mark, by HTTP, by declaration; what is none of them is refused', () => {
  const latin = Uint8Array.from([...bytesOf('<?xml version="1.0" encoding="ISO-8859-1"?><a>caf'), 0xe9]);
  expect(decodeText(latin, undefined, false)).toContain('café');
  expect(decodeText(Uint8Array.from([0xff, 0xfe, 0x61, 0]), 'text/xml; charset=utf-8', false)).toBe('a');
  expect(decodeText(Uint8Array.from([0xe9]), 'text/xml; charset="iso-8859-1"', false)).toBe('é');
  expect(() => decodeText(latin, 'text/xml; charset=utf-8', false)).toThrow(/not valid utf-8 text/);
  expect(() => decodeText(latin, 'text/xml; charset=klingon', false)).toThrow(/klingon/);
  expect(decodeText(bytesOf('é').subarray(0, 1), undefined, true)).toBe('');
});

test('the JSON of articles and posts', async () => {
  const json = (reported: unknown) =>
    readFeed(
      { ...feed, format: 'json' },
      { bytes: bytesOf(JSON.stringify(reported)), contentType: undefined, cut: false },
      now,
    );
  const { items, refused } = await json({
    version: 1,
    news: [
      { id: 'a', title: '<b>T</b>', description: 'D', link: 'javascript:alert(1)', published: '2026-01-30' },
      7,
      {},
    ],
    posts: [
      { username: 'nora', displayName: 'Nora', content: 'Hi', date: 'never', url: 'https://p.example/1' },
    ],
  });
  expect(items).toMatchObject([
    { kind: 'news', title: 'T', link: null, published: Date.UTC(2026, 0, 30) },
    { kind: 'post', username: 'nora', displayName: 'Nora', description: 'Hi', published: null },
  ]);
  expect(refused).toBe(2);
  await expect(json({ version: 2 })).rejects.toThrow(/version/);
  await expect(json([])).rejects.toThrow(/not a JSON feed/);
});

test.each([
  ['Northwind Exchange (demo)', 'Northwind Exchange', 'plain'],
  ['Kraken', 'Kraken', 'plain'],
  ['Bybit', 'Bybit', 'exact'],
  ['OKX', 'OKX', 'supported'],
  ['Strike', 'Strike', 'supported'],
  ['Gate', 'Gate', 'supported'],
  ['Open Exchange', 'Open Exchange', 'supported'],
  ['The Bank', 'The Bank', 'plain'],
  ['币安交易所', '币安交易所', 'plain'],
])('the name %j counts as %j, %s', (name, text, rule) => expect(nameTerm(name)).toEqual({ text, rule }));
test.each(['', 'X', '(demo)', '—'])('%j is no name', (name) => expect(nameTerm(name)).toBeUndefined());

const gate = entityTerms({
  proper_name: 'Gate',
  aliases: ['GT Group'],
  ticker: 'GTX',
  url: 'https://www.gate.example/about',
});
test.each([
  ['Customers of Kraken wait', ['Kraken'], true],
  ['customers of KRAKEN wait', ['Kraken'], true],
  ['Krakens are animals; kraken2 too', ['Kraken'], false],
  ['Bybit says', ['Bybit'], true],
  ['bybit says', ['Bybit'], false],
  ['Northwind   Exchange moved', ['Northwind Exchange (demo)'], true],
  ['Northwind moved an exchange', ['Northwind Exchange (demo)'], false],
  ['据报道币安交易所今天', ['币安交易所'], true],
])('%j names %j: %s', (text, names, named) => {
  expect(
    isNamed(
      names.flatMap((name) => nameTerm(name) ?? []),
      text,
    ),
  ).toBe(named);
});
test.each([
  ['The Gate opens', false],
  ['Gate and its ticker $GTX', true],
  ['gtx without the sign', false],
  ['see gate.example for more', true],
  ['see gate.examples or navigate.example', false],
  ['Gate, owned by GT Group', true],
])('of an entity with a name of everyday language: %j, %s', (text, named) =>
  expect(isNamed(gate, text)).toBe(named),
);

test('addresses: Base58 to the letter, Bech32 and hexadecimal in either case', () => {
  const base58 = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
  expect(isNamed([addressTerm(base58)], `sent to ${base58}.`)).toBe(true);
  expect(isNamed([addressTerm(base58)], `sent to ${base58.toLowerCase()}.`)).toBe(false);
  expect(isNamed([addressTerm(base58)], `sent to ${base58}x`)).toBe(false);
  const bech32 = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  expect(isNamed([addressTerm(bech32)], `QR: ${bech32.toUpperCase()}`)).toBe(true);
  const ethereum = '0x52908400098527886E0F7030069857D2E4169EE7';
  expect(isNamed([addressTerm(ethereum)], `(${ethereum.toLowerCase()})`)).toBe(true);
});
