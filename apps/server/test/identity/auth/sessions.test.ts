import { endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { deviceOf } from '../../../src/contexts/identity/auth/device.ts';
import { problemOf } from '../../support/api/api-client.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { createPeopleApi, dataOf, opened, type PeopleApi } from '../../support/api/people-api.ts';
import { createTeamsApi } from '../../support/api/teams-api.ts';

const ada = 'ada@example.org';
const grace = 'grace@example.org';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const sessionsShape = z.object({
  sessions: z.array(
    z.looseObject({ id: z.string(), device: z.string(), ip: z.string(), current: z.boolean() }),
  ),
});
const listOf = async (api: PeopleApi, token: string) =>
  dataOf(await api.ask('/auth/sessions', { token }), sessionsShape).sessions;
const end = (api: PeopleApi, id: string, token: string) =>
  api.ask(`/auth/sessions/${id}`, { method: 'DELETE', token });

describeWithDatabase('The operator', (databases) => {
  test('ends the sessions of a person, or those of everyone else', async () => {
    const api = await createTeamsApi(await databases.empty());
    const operator = await api.operator();
    const { endPersonSessions } = endpoints;
    const one = await api.someone(ada);
    const two = await api.logIn(ada);
    const other = await api.someone(grace);
    await api.refused(403, other, endPersonSessions, { body: { email: ada } });
    await api.refused(404, operator, endPersonSessions, { body: { email: 'mary@example.org' } });
    const ended = await api.as(operator, endPersonSessions, { body: { email: ada.toUpperCase() } });
    expect(ended.data).toEqual({ sessions: 2 });
    for (const { accessToken, refreshToken } of [one, two]) {
      expect(await api.statusWith(accessToken)).toBe(401);
      problemOf(await api.post('/auth/refresh', { refreshToken }), 401);
    }
    expect(await api.statusWith(other.accessToken)).toBe(200);
    const again = await api.logIn(ada);
    const all = await api.as(operator, endPersonSessions, { body: { email: null } });
    expect(all.data).toEqual({ sessions: 2 });
    expect(await api.statusWith(again.accessToken)).toBe(401);
    expect(await api.statusWith(other.accessToken)).toBe(401);
    expect(await api.statusWith(operator.accessToken)).toBe(200);
    const entries = await api.rows<{ subject_id: string | null }>(
      `select subject_id from audit_log where action = 'session.ended' order by sequence`,
    );
    expect(entries.map(({ subject_id: id }) => id)).toEqual([one.id, null]);
  });
});

describeWithDatabase('A refresh token', (databases) => {
  test('that comes again ends the session for both who hold it, and leaves others alone', async () => {
    const api = await createPeopleApi(await databases.empty());
    const other = await api.signUp(ada);
    const first = await api.logIn(ada);
    const second = opened(await api.post('/auth/refresh', { refreshToken: first.refreshToken }));
    const third = opened(await api.post('/auth/refresh', { refreshToken: second.refreshToken }));
    api.clock += 11_000;
    problemOf(await api.post('/auth/refresh', { refreshToken: first.refreshToken }), 401);
    problemOf(await api.post('/auth/refresh', { refreshToken: third.refreshToken }), 401);
    expect(await api.statusWith(third.accessToken)).toBe(401);
    expect(await api.statusWith(other.accessToken)).toBe(200);
    const [row] = await api.rows<{ action: string }>(
      'select action from audit_log order by sequence desc limit 1',
    );
    expect(row?.action).toBe('session.family_revoked');
  });

  test('that comes again from another browser or address ends the session at once', async () => {
    const api = await createPeopleApi(await databases.empty());
    await api.signUp(ada);
    for (const thief of [{ ip: '203.0.113.9' }, { headers: { 'user-agent': 'thief' } }]) {
      const first = await api.logIn(ada);
      const second = opened(await api.post('/auth/refresh', { refreshToken: first.refreshToken }));
      problemOf(await api.post('/auth/refresh', { refreshToken: first.refreshToken }, thief), 401);
      expect(await api.statusWith(second.accessToken)).toBe(401);
    }
  });

  test('that the same browser repeats at once ends the session too', async () => {
    const api = await createPeopleApi(await databases.empty());
    const first = await api.signUp(ada);
    const second = opened(await api.post('/auth/refresh', { refreshToken: first.refreshToken }));
    problemOf(await api.post('/auth/refresh', { refreshToken: first.refreshToken }), 401);
    problemOf(await api.post('/auth/refresh', { refreshToken: second.refreshToken }), 401);
    expect(await api.statusWith(second.accessToken)).toBe(401);
  });

  test('is kept as a hash, used or not, and forgotten with its session', async () => {
    const api = await createPeopleApi(await databases.empty());
    const first = await api.signUp(ada);
    await api.post('/auth/refresh', { refreshToken: first.refreshToken });
    const rows = await api.rows<{ hash: Uint8Array }>('select * from used_refresh_token');
    expect(rows.map((row) => row.hash.length)).toEqual([32]);
    api.clock += 45 * 86_400_000;
    await api.work();
    expect(await api.rows('select hash from used_refresh_token')).toEqual([]);
    expect(await api.rows('select id from app_session')).toEqual([]);
  });
});

describeWithDatabase('Sessions', (databases) => {
  test('are listed with device and address, the latest first, and end one by one', async () => {
    const api = await createPeopleApi(await databases.empty());
    const old = await api.signUp(ada);
    const now = await api.post(
      '/auth/login',
      { email: ada, password: 'correct horse battery' },
      { headers: { 'user-agent': firefox }, ip: '203.0.113.9' },
    );
    const { accessToken: token } = opened(now);
    const list = await listOf(api, token);
    expect(list).toMatchObject([
      { device: 'Firefox on Linux', ip: '203.0.113.9', current: true, secondFactor: false },
      { ip: '127.0.0.1', current: false },
    ]);
    const [current, other] = list;
    expect((await end(api, other?.id ?? '', token)).json()).toEqual({ success: true });
    expect([await api.statusWith(old.accessToken), await api.statusWith(token)]).toEqual([401, 200]);
    problemOf(await end(api, other?.id ?? '', token), 404);
    expect((await end(api, current?.id ?? '', token)).statusCode).toBe(200);
    expect(await api.statusWith(token)).toBe(401);
  });

  test('of other people cannot be seen or ended', async () => {
    const api = await createPeopleApi(await databases.empty());
    const theirs = await api.signUp(ada);
    const mine = await api.signUp(grace);
    const [target] = await listOf(api, theirs.accessToken);
    const refusals = [];
    for (const id of [target?.id ?? '', crypto.randomUUID(), 'not-an-id']) {
      const { requestId: _, ...refusal } = problemOf(await end(api, id, mine.accessToken), 404);
      refusals.push(JSON.stringify(refusal));
    }
    expect(new Set(refusals).size).toBe(1);
    expect(await api.statusWith(theirs.accessToken)).toBe(200);
    expect(await listOf(api, mine.accessToken)).toHaveLength(1);
  });

  test('all others end at once', async () => {
    const api = await createPeopleApi(await databases.empty());
    const others = [await api.signUp(ada), await api.logIn(ada), await api.logIn(ada)];
    const { accessToken: token } = await api.logIn(ada);
    const endOthers = () => api.ask('/auth/sessions', { method: 'DELETE', token });
    expect((await endOthers()).json()).toEqual({ success: true, data: { ended: 3 } });
    for (const { accessToken } of others) expect(await api.statusWith(accessToken)).toBe(401);
    expect(await api.statusWith(token)).toBe(200);
    expect((await endOthers()).json()).toEqual({ success: true, data: { ended: 0 } });
  });
});

test.each([
  [firefox, 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['curl/8.15.0', 'curl'],
  ['Mozilla/5.0', 'Unknown device'],
  ['', 'Unknown device'],
  ['<script>alert(1)</script>', 'Unknown device'],
])('%s is called %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});
