import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DirectoryJob, endpoints, type FeedSettings } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { type SqlDatabase, withSession } from '../../src/db/session.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createDirectoryApi, type DirectoryApi } from '../support/api/directory-api.ts';
import { startListServer } from '../support/servers/list-server.ts';
import type { Someone } from '../support/api/teams-api.ts';

const genesis = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const silkRoad = '1F1tAaz5x1HUXrCNLbtMDqcw6o5GNn4xqX';
const header = 'entity_id,proper_name,entity_type,address\n';
const oneExchange = `${header}desk,Desk,exchange,${genesis}\n`;

describeWithDatabase('Bringing the directory up to date', (databases) => {
  const open = async (db?: SqlDatabase) => {
    const api = await createDirectoryApi(db ?? (await databases.empty()), {
      env: { OUTBOUND_ALLOW: '127.0.0.1' },
    });
    return { api, operator: await api.operator() };
  };
  const put = async (api: DirectoryApi, operator: Someone, id: string, more: Partial<FeedSettings>) =>
    api.as(operator, endpoints.putDirectoryFeed, {
      params: { id },
      body: {
        name: id,
        importer: 'own-list',
        location: null,
        license: null,
        acknowledgment: null,
        rank: 10,
        enabled: true,
        ...more,
      },
    });
  const update = async (api: DirectoryApi, operator: Someone): Promise<DirectoryJob> =>
    (await api.as(operator, endpoints.updateDirectory, {})).data;
  const settled = async (api: DirectoryApi, operator: Someone, jobId: string): Promise<DirectoryJob> => {
    const look = async () => (await api.as(operator, endpoints.getDirectoryJob, { params: { jobId } })).data;
    await expect.poll(async () => (await look()).state).not.toBe('running');
    return look();
  };

  test('is done by people of the provider too, once their email is proven; lists are the operator’s', async () => {
    const api = await createDirectoryApi(await databases.empty(), {
      env: { PROVIDER_DOMAIN: 'provider.example' },
    });
    const eve = await api.someone('eve@provider.example', { verified: false });
    const max = await api.someone('max@provider.example');
    await api.refused(403, eve, endpoints.updateDirectory, {});
    await api.refused(403, await api.someone('ada@example.org'), endpoints.listDirectoryJobs, {});
    expect((await api.as(max, endpoints.updateDirectory, {})).data.state).toBe('succeeded');
    const { data } = await api.as(max, endpoints.listDirectoryJobs, {});
    expect(data).toHaveLength(1);
    await api.refused(403, max, endpoints.listDirectoryFeeds, {});
    await api.refused(403, max, endpoints.removeDirectoryFeed, { params: { id: 'own' } });
  });

  test('fetches what is turned on, says what changed and what was refused; a second time nothing changes', async () => {
    const { api, operator } = await open();
    const server = await startListServer({
      '/own.csv': { body: `${oneExchange}other,Other,,nonsense\n` },
    });
    await mkdir(join(api.dataDir, 'directory'));
    await writeFile(
      join(api.dataDir, 'directory/local.json'),
      JSON.stringify([{ proper_name: 'Desk', url: 'desk.example' }]),
    );
    await put(api, operator, 'web', { location: `${server.origin}/own.csv`, license: 'CC0' });
    await put(api, operator, 'local', { location: 'local.json' });
    await put(api, operator, 'off', { location: `${server.origin}/off.csv`, enabled: false });

    const first = await update(api, operator);
    expect(first).toMatchObject({ state: 'succeeded', error: null });
    expect(first.steps.map(({ feed, state }) => [feed, state])).toEqual([
      ['local', 'succeeded'],
      ['web', 'succeeded'],
    ]);
    const web = first.steps.find(({ feed }) => feed === 'web')?.report;
    expect(web).toMatchObject({ attributions: { added: 1, removed: 0 }, refused: 1 });
    expect(web?.refusedSample).toEqual([expect.objectContaining({ place: 'own.csv, line 3' })]);
    expect(server.asked).toEqual(['/own.csv']);
    const { data: sources } = await api.as(operator, endpoints.listDirectorySources, {});
    expect(sources).toContainEqual(
      expect.objectContaining({ id: 'web', license: 'CC0', attributions: 1, refused: 1 }),
    );
    expect((await api.entity(operator, 'desk')).entity).toMatchObject({
      proper_name: 'Desk',
      url: 'https://desk.example',
    });

    const second = await update(api, operator);
    expect(second).toMatchObject({ state: 'succeeded', count: 0 });
    expect(second.steps.every(({ report }) => report?.release === null)).toBe(true);
    expect(await readdir(join(api.dataDir, 'directory-work'))).toEqual([]);
  });

  //
  test('a list that fails leaves its old data in place; the others come through, and the reason is kept', async () => {
    const { api, operator } = await open();
    const server = await startListServer({
      '/a.csv': { body: oneExchange },
      '/b.csv': { body: `${header}bench,Bench,exchange,${silkRoad}\n` },
    });
    await put(api, operator, 'a', { location: `${server.origin}/a.csv` });
    await put(api, operator, 'b', { location: `${server.origin}/b.csv` });
    await update(api, operator);
    server.lists['/a.csv'] = { body: '', status: 503 };
    server.lists['/b.csv'] = { body: `${header}bench,Bank,exchange,${silkRoad}\n` };
    const failed = await update(api, operator);
    expect(failed).toMatchObject({ state: 'failed', count: 2, error: expect.stringContaining('status 503') });
    expect(failed.steps.map(({ feed, state }) => [feed, state])).toEqual([
      ['a', 'failed'],
      ['b', 'succeeded'],
    ]);
    expect((await api.entity(operator, 'desk')).entity.proper_name).toBe('Desk');
    expect((await api.entity(operator, 'bench')).entity.proper_name).toBe('Bank');
    server.lists['/a.csv'] = { body: `${header}desk,"Desk,exchange,\n` };
    expect((await update(api, operator)).error).toContain('a.csv');
    expect((await api.entity(operator, 'desk')).entity.proper_name).toBe('Desk');
    const { data: history } = await api.as(operator, endpoints.listDirectoryJobs, {});
    expect(history.map(({ state }) => state)).toEqual(['failed', 'failed', 'succeeded']);
    const last = await api.as(operator, endpoints.getDirectoryUpdate, {});
    expect(last.data.map(({ success, error }) => [success, error !== null])).toEqual([
      [false, true],
      [false, true],
      [true, false],
    ]);
  });

  test('a job is canceled: nothing of its list is taken over, and the next one starts', async () => {
    const { api, operator } = await open();
    const server = await startListServer({ '/a.csv': { body: oneExchange, pause: true } });
    await put(api, operator, 'a', { location: `${server.origin}/a.csv` });
    const { data: job } = await api.as(operator, endpoints.startDirectoryJob, { body: {} });
    expect(job.state).toBe('running');
    await expect.poll(() => server.asked.length).toBe(1);
    const again = await api.ask('/sot/jobs', { method: 'POST', token: operator.accessToken, payload: {} });
    expect(again.statusCode).toBe(409);
    const { data: ended } = await api.as(operator, endpoints.cancelDirectoryJob, {
      params: { jobId: job._id },
      body: {},
    });
    expect(ended).toMatchObject({ state: 'canceled', count: 0, steps: [{ state: 'canceled' }] });
    server.lists['/a.csv'] = { body: oneExchange };
    expect(await update(api, operator)).toMatchObject({ state: 'succeeded' });
  });

  test('a server that stops leaves the job, and the next start goes on with what was not through', async () => {
    const db = await databases.empty();
    const { api, operator } = await open(db);
    const server = await startListServer({
      '/a.csv': { body: oneExchange },
      '/b.csv': { body: '', pause: true },
    });
    await put(api, operator, 'a', { location: `${server.origin}/a.csv` });
    await put(api, operator, 'b', { location: `${server.origin}/b.csv` });
    const { data: job } = await api.as(operator, endpoints.startDirectoryJob, { body: {} });
    await expect.poll(() => server.asked).toEqual(['/a.csv', '/b.csv']);
    await api.context.directoryUpdate.stop();
    server.lists['/b.csv'] = { body: `${header}bench,Bench,exchange,${silkRoad}\n` };
    await api.context.directoryUpdate.resume({ withSeed: false });
    const ended = await settled(api, operator, job._id);
    expect(ended).toMatchObject({
      state: 'succeeded',
      steps: [{ state: 'succeeded' }, { state: 'succeeded' }],
    });
    expect(server.asked).toEqual(['/a.csv', '/b.csv', '/b.csv']);
    expect((await api.entity(operator, 'bench')).entity.proper_name).toBe('Bench');
  });

  test('a job that nobody works on, as after a database that did not answer, goes on while the server runs', async () => {
    const db = await databases.empty();
    const { api, operator } = await open(db);
    const server = await startListServer({ '/a.csv': { body: oneExchange } });
    await put(api, operator, 'a', { location: `${server.origin}/a.csv` });
    const id = '7e6b66a4-9ebc-4a55-9ebc-95a70ea61e45';
    await withSession(db, (session) =>
      session.query(`insert into directory_job (id, state, started_at, updated_at) values ('${id}', 'running', now(), now());
        insert into directory_job_step (job_id, place, feed_id, state) values ('${id}', 0, 'a', 'running')`),
    );
    await api.context.directoryUpdate.keepUp();
    expect(await settled(api, operator, id)).toMatchObject({
      state: 'succeeded',
      steps: [{ state: 'succeeded' }],
    });
    await api.context.directoryUpdate.keepUp();
    expect(server.asked).toEqual(['/a.csv']);
  });

  test('lists that came with Hopscope are off, but for the seed; they can be turned on, not removed', async () => {
    const { api, operator } = await open();
    await api.context.directoryUpdate.resume({ withSeed: false });
    const { data: feeds } = await api.as(operator, endpoints.listDirectoryFeeds, {});
    expect(feeds.filter(({ enabled }) => enabled).map(({ id }) => id)).toEqual(['seed', 'behavior']);
    const remove = await api.ask('/sot/feeds/seed', { method: 'DELETE', token: operator.accessToken });
    expect(remove.statusCode).toBe(400);
    const { data: job } = await api.as(operator, endpoints.startDirectoryJob, { body: { feeds: ['seed'] } });
    const ended = await settled(api, operator, job._id);
    expect(ended).toMatchObject({ state: 'succeeded', steps: [{ feed: 'seed', report: { refused: 0 } }] });
    const { data } = await api.as(operator, endpoints.getBitcoinAttribution, {
      params: { address: genesis },
    });
    expect(data).toMatchObject({ entity: expect.anything() });
  });

  test('the seed comes in by itself, once', async () => {
    const { api, operator } = await open();
    await api.context.directoryUpdate.resume({ withSeed: true });
    const jobs = async () => (await api.as(operator, endpoints.listDirectoryJobs, {})).data;
    await expect.poll(async () => (await jobs()).map(({ state }) => state)).toEqual(['succeeded']);
    await api.context.directoryUpdate.resume({ withSeed: true });
    await api.context.directoryUpdate.stop();
    expect(await jobs()).toHaveLength(1);
    expect((await api.entity(operator, 'satoshi-nakamoto')).entity.proper_name).toBe('Satoshi Nakamoto');
  });

  test.each([
    ['file:///etc/passwd', 'start with https'],
    ['https://ada:secret@example.org/list.csv', 'password'],
    ['/etc/passwd', 'inside the list folder'],
    ['../token.secret', 'inside the list folder'],
  ])('%s is refused as the place of a list', async (location, words) => {
    const { api, operator } = await open();
    const answer = await api.ask('/sot/feeds/odd', {
      method: 'PUT',
      token: operator.accessToken,
      payload: {
        name: 'Odd',
        importer: 'own-list',
        location,
        license: null,
        acknowledgment: null,
        rank: 1,
        enabled: true,
      },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      errors: [{ field: 'location', message: expect.stringContaining(words) }],
    });
  });

  test('lists inside the network are not asked unless that is allowed; who did what is in the audit log', async () => {
    const api = await createDirectoryApi(await databases.empty());
    const operator = await api.operator();
    const server = await startListServer({ '/a.csv': { body: oneExchange } });
    await put(api, operator, 'a', { location: `${server.origin}/a.csv` });
    expect(await update(api, operator)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('public internet'),
    });
    expect(server.asked).toEqual([]);
    await api.as(operator, endpoints.removeDirectoryFeed, { params: { id: 'a' } });
    const entries = await api.rows<{ action: string; actor_id: string | null }>(
      `select action, actor_id from audit_log where action like 'directory.%' order by sequence`,
    );
    expect(entries).toEqual([
      { action: 'directory.feed_changed', actor_id: operator.id },
      { action: 'directory.update_started', actor_id: operator.id },
      { action: 'directory.update_ended', actor_id: null },
      { action: 'directory.feed_removed', actor_id: operator.id },
    ]);
  });
});
