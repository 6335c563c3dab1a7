import { toHex } from '@hopscope/chain';
import { endpoints, type NewsFeedSettings } from '@hopscope/contract';
import { entities } from '@hopscope/demo';
import { expect, test } from 'vitest';
import { eventTimeout } from '../../../../test/timeouts.ts';
import { type DatedAttribution, noSources } from '../../src/sources/sources.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createDirectoryApi, type DirectoryApi } from '../support/api/directory-api.ts';
import { addressOf, attribution, keyOf, subject } from '../support/servers/directory-source.ts';
import { startListServer } from '../support/servers/list-server.ts';

const rss = (...items: string[]): string =>
  `<?xml version="1.0"?><rss version="2.0"><channel>${items.join('')}</channel></rss>`;
const item = (id: string, title: string, more = ''): string =>
  `<item><guid>${id}</guid><title>${title}</title><link>https://news.example/${id}</link>${more}</item>`;
const date = (day: number): string => `<pubDate>${new Date(Date.UTC(2025, 11, day)).toUTCString()}</pubDate>`;

const settings = (url: string, more: Partial<NewsFeedSettings> = {}): NewsFeedSettings => ({
  name: 'Ledger News',
  url,
  format: 'xml',
  contents: 'news',
  enabled: true,
  ...more,
});
const allowed = { OUTBOUND_ALLOW: '127.0.0.1' };
const run = (api: DirectoryApi) => api.context.feeds.fetchDue(AbortSignal.timeout(eventTimeout));

describeWithDatabase('News and posts', (databases) => {
  //
  test('are fetched, kept once, found by address, owner and entity, and never hold markup', async () => {
    const ethereum = '0x52908400098527886E0F7030069857D2E4169EE7';
    const world = await startListServer({
      '/rss': {
        body: rss(
          item('1', 'Northwind Exchange reports a calm quarter', date(1)),
          item('1', 'Northwind Exchange reports a calm quarter, again', date(2)),
          item(
            '2',
            `Coins left ${addressOf(1).toUpperCase()}`,
            `${date(3)}<description>&lt;script&gt;alert(1)&lt;/script&gt;Read &lt;b&gt;this&lt;/b&gt;</description>`,
          ),
          item('3', 'Ada Lovelace Holdings opens an office', date(4)),
          item('4', 'Somebody else entirely', date(5)),
          `<item><title>NWX rises: $NWX</title><link>javascript:alert(1)</link><pubDate>never</pubDate></item>`,
          item('6', `Contract ${ethereum.toLowerCase()} paused`),
        ),
      },
      '/posts': {
        body: JSON.stringify({
          version: 1,
          posts: [
            {
              id: 'p',
              username: 'nora',
              displayName: 'Nora',
              content: 'northwind exchange is slow',
              date: '2025-12-02T10:00:00Z',
              url: 'https://p.example/1',
            },
          ],
          news: [{ title: 'Northwind Exchange reports a calm quarter', link: 'https://news.example/1' }],
        }),
      },
    });
    const api = await createDirectoryApi(await databases.empty(), { env: allowed });
    await api.sync('list', [
      subject('nw', { proper_name: 'Northwind Exchange', entity_type: 'exchange', ticker: 'NWX' }),
      attribution('nw', addressOf(1), { bo: 'Ada Lovelace Holdings' }),
    ]);
    const operator = await api.operator();
    const ada = await api.someone('ada@example.org');
    await api.as(operator, endpoints.addNewsFeed, { body: settings(`${world.origin}/rss`) });
    await api.as(operator, endpoints.addNewsFeed, {
      body: settings(`${world.origin}/posts`, { name: 'Posts', format: 'json' }),
    });
    await run(api);
    const of = (addr: string) => api.as(ada, endpoints.getSocialFeed, { params: { addr } });
    const { addressData, beneficialOwnerData, entityData } = await of(addressOf(1));
    expect(addressData).toEqual({
      news: [
        {
          source: 'Ledger News',
          logoUrl: null,
          title: `Coins left ${addressOf(1).toUpperCase()}`,
          description: 'Read this',
          link: 'https://news.example/2',
          published: '2025-12-03T00:00:00.000Z',
          fictional: false,
        },
      ],
      tweets: [],
      searchContext: 'address',
      searchTerm: addressOf(1),
    });
    expect(beneficialOwnerData).toMatchObject({
      news: [{ title: 'Ada Lovelace Holdings opens an office' }],
      searchContext: 'bo',
      searchTerm: 'Ada Lovelace Holdings',
    });
    // The entry without a date is as old as its first fetch; two feeds with one link are one article.
    expect(entityData.news.map(({ title, link, published }) => [title, link, published])).toEqual([
      ['NWX rises: $NWX', null, null],
      ['Northwind Exchange reports a calm quarter', 'https://news.example/1', '2025-12-01T00:00:00.000Z'],
    ]);
    expect(entityData).toMatchObject({
      tweets: [
        {
          username: 'nora',
          userDisplayName: 'Nora',
          content: 'northwind exchange is slow',
          date: '2025-12-02T10:00:00.000Z',
          url: 'https://p.example/1',
        },
      ],
      searchContext: 'entity',
      searchTerm: 'Northwind Exchange',
    });
    expect((await of(ethereum)).addressData.news).toHaveLength(1);
    expect((await of(addressOf(2))).addressData).toEqual({
      news: [],
      tweets: [],
      searchContext: 'address',
      searchTerm: addressOf(2),
    });
    const { success: _yes, ...one } = await api.as(ada, endpoints.getSocialMentions, {
      params: { addr: addressOf(1) },
      query: { context: 'entity' },
    });
    expect(one).toEqual(entityData);
    expect(
      (await api.refused(400, ada, endpoints.getSocialFeed, { params: { addr: 'nonsense' } })).message,
    ).toBe('Invalid blockchain address');
    // Fetched again after a while, and nothing comes twice.
    api.clock += 900_000;
    await run(api);
    const again = await api.logIn('operator@example.org');
    const [feed] = (await api.as(again, endpoints.listNewsFeeds, {})).data;
    expect(feed).toMatchObject({
      lastReport: { items: 7, added: 0, refused: 0, note: null },
      lastError: null,
      items: 6,
    });
    // Two years on it is forgotten.
    api.clock += 731 * 86_400_000;
    expect(await api.context.feeds.forgetOld()).toBe(8);
  });

  test('of an entity that is not shown nothing is told, but to those who may see it', async () => {
    const world = await startListServer({
      '/rss': {
        body: rss(
          item('1', 'Undertow Archive seized'),
          item('2', `Undertow Archive used ${addressOf(1)}`),
          item('3', 'Harbourview Desk paid Undertow Archive'),
          item('4', 'Harbourview Desk opens'),
        ),
      },
    });
    const api = await createDirectoryApi(await databases.empty(), { env: allowed });
    await api.sync('list', [
      subject('dark', { proper_name: 'Undertow Archive', entity_type: 'csam' }),
      attribution('dark', addressOf(1), { bo: 'Undertow Archive' }),
      subject('desk', { proper_name: 'Harbourview Desk', entity_type: 'exchange' }),
      attribution('desk', addressOf(2)),
    ]);
    await api.as(await api.operator(), endpoints.addNewsFeed, { body: settings(`${world.origin}/rss`) });
    await run(api);
    const ada = await api.someone('ada@example.org');
    const asked = await api.as(ada, endpoints.getSocialFeed, { params: { addr: addressOf(1) } });
    expect(JSON.stringify(asked)).not.toMatch(/undertow|archive/i);
    expect(
      [asked.addressData, asked.beneficialOwnerData, asked.entityData].flatMap(({ news }) => news),
    ).toEqual([]);
    // Nor by what is told of others.
    const other = await api.as(ada, endpoints.getSocialFeed, { params: { addr: addressOf(2) } });
    expect(other.entityData.news.map(({ title }) => title)).toEqual(['Harbourview Desk opens']);
    const team = await api.found(ada);
    await api.as(ada, endpoints.updateOrganization, {
      params: { id: team },
      body: { settings: { allowCSAM: true } },
    });
    const shown = await api.within(team, ada, endpoints.getSocialFeed, { params: { addr: addressOf(1) } });
    expect(shown.entityData.news).toHaveLength(3);
    const eve = await api.someone('eve@example.org');
    const foreign = await api.ask(`/social-media/address/${addressOf(1)}`, {
      token: eve.accessToken,
      headers: { 'x-organization-id': team },
    });
    expect(foreign.statusCode).toBe(404);
  });

  test('the operator adds, changes, tests, runs and removes feeds, and all of it is recorded', async () => {
    const world = await startListServer({
      '/rss': { body: rss(item('1', 'One'), item('2', 'Two')) },
      '/large': { body: rss(...Array.from({ length: 600 }, (_, i) => item(String(i), 'x'.repeat(6_000)))) },
      '/latin': { body: Buffer.from([...Buffer.from('<rss><channel><item><title>caf'), 0xe9]) },
      '/gone': { body: '', status: 410 },
      '/slow': { body: '', pause: true },
    });
    const api = await createDirectoryApi(await databases.empty(), { env: allowed });
    const operator = await api.operator();
    const body = settings(`${world.origin}/rss`);
    const { data: tested } = await api.as(operator, endpoints.testNewsFeed, { body });
    expect(tested).toEqual({
      report: { items: 2, refused: 0, note: null },
      error: null,
      sample: [
        { title: 'One', link: 'https://news.example/1', published: null },
        { title: 'Two', link: 'https://news.example/2', published: null },
      ],
    });
    const tried = async (url: string) =>
      (await api.as(operator, endpoints.testNewsFeed, { body: settings(url) })).data;
    expect((await tried(`${world.origin}/large`)).report?.note).toMatch(
      /larger than 2 MB; only the beginning is read/,
    );
    expect((await tried(`${world.origin}/latin`)).error).toMatch(/not valid utf-8 text/);
    expect((await tried(`${world.origin}/gone`)).error).toMatch(/status 410/);
    for (const inside of [
      'http://127.0.0.2/',
      'http://10.0.0.1/',
      'http://169.254.169.254/',
      'http://[::1]/',
    ]) {
      expect((await tried(inside)).error).toMatch(/not on the public internet/);
    }
    const { data: added } = await api.as(operator, endpoints.addNewsFeed, { body });
    expect(added).toMatchObject({ name: 'Ledger News', items: 0, lastRunAt: null, lastReport: null });
    await api.refused(409, operator, endpoints.addNewsFeed, { body });
    for (const url of ['ftp://news.example/', 'https://me:secret@news.example/', 'nonsense']) {
      await api.refused(400, operator, endpoints.addNewsFeed, { body: settings(url) });
    }
    const params = { feedId: added.id };
    const ran = await api.as(operator, endpoints.runNewsFeed, { params, body: {} });
    expect(ran.data).toMatchObject({ items: 2, lastReport: { items: 2, added: 2 }, lastError: null });
    world.lists['/rss'] = { body: '', status: 500 };
    const failed = await api.as(operator, endpoints.runNewsFeed, { params, body: {} });
    // What came before stays, and the last good report with it.
    expect(failed.data).toMatchObject({ items: 2, lastReport: { added: 2 } });
    expect(failed.data.lastError).toMatch(/status 500/);
    const off = { ...body, name: 'Off', enabled: false };
    expect((await api.as(operator, endpoints.changeNewsFeed, { params, body: off })).data.name).toBe('Off');
    const before = world.asked.length;
    api.clock += 10_000_000;
    await run(api);
    expect(world.asked).toHaveLength(before);
    const again = await api.logIn('operator@example.org');
    await api.as(again, endpoints.removeNewsFeed, { params });
    expect((await api.as(again, endpoints.listNewsFeeds, {})).data).toEqual([]);
    await api.refused(404, again, endpoints.runNewsFeed, { params, body: {} });
    const log = await api.as(again, endpoints.listInstallationAuditLog, { query: { limit: 200 } });
    const recorded = log.data.entries.filter(({ action }) => action.startsWith('feed.'));
    expect(recorded.map(({ action }) => action)).toEqual([
      'feed.removed',
      'feed.changed',
      'feed.run',
      'feed.run',
      'feed.added',
    ]);
    expect(recorded[1]).toMatchObject({ before: { enabled: true }, after: { enabled: false } });
  });

  test('the demo has news of its own actors, marked as invented, once', async () => {
    const start = Date.UTC(2026, 0, 20);
    // Addresses of Ethereum look the same on every network.
    const dated = (number: number, entity: string, due: number): DatedAttribution => ({
      blockchain: 'ethereum',
      key: keyOf(number).subarray(1),
      entity,
      confidence: 70,
      due: due / 1000,
    });
    const attributions = [
      dated(1, entities.ransomware.id, start - 5 * 86_400_000),
      dated(2, entities.ransomware.id, start + 5 * 86_400_000),
      dated(3, entities.northwind.id, start - 5 * 86_400_000),
    ];
    const demo = { source: 'demo' as const, status: () => ({ phase: 'following' as const, height: 1 }) };
    const sources = {
      ...noSources,
      bitcoin: { ...noSources.bitcoin, ...demo },
      ethereum: { ...noSources.ethereum, ...demo },
      attributions: () => attributions,
    };
    const api = await createDirectoryApi(await databases.empty(), { sources, start });
    await api.context.jobs.runDue();
    await api.context.jobs.runDue();
    const rows = await api.rows<{ title: string; description: string; body: string; published_at: Date }>(
      'select title, description, body, published_at from news_item',
    );
    expect(rows.length).toBeGreaterThan(20);
    expect(new Set(rows.map(({ title, description }) => title + description)).size).toBe(rows.length);
    for (const { title, description, published_at: at } of rows) {
      expect(`${title} ${description}`).toMatch(/fictional/i);
      expect(at.getTime()).toBeLessThanOrEqual(start);
    }
    expect(JSON.stringify(rows)).not.toContain(entities.csam.name);
    const ada = await api.someone('ada@example.org');
    // Nothing of the operator's: it cannot be seen among feeds.
    expect((await api.as(await api.operator(), endpoints.listNewsFeeds, {})).data).toEqual([]);
    const shown = await api.as(ada, endpoints.getSocialFeed, {
      params: { addr: `0x${toHex(keyOf(1).subarray(1))}` },
    });
    expect(shown.entityData.searchTerm).toBe(entities.ransomware.name);
    expect(shown.entityData.news[0]).toMatchObject({
      source: 'Harbour Courier (demo, fictional)',
      fictional: true,
    });
    expect(shown.addressData.news).toMatchObject([
      { title: `Investigators trace a payment to ${entities.ransomware.name}` },
    ]);
    expect(shown.addressData.tweets).toHaveLength(1);
  });
});
