import { type DemoStory, type EffectiveRole, effectiveRoles } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { noSources, type Sources } from '../../../src/sources/sources.ts';
import { password, problemOf } from '../../support/api/api-client.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { createPeopleApi, dataOf, opened, type PeopleApi, statuses } from '../../support/api/people-api.ts';

const story: DemoStory = {
  id: 'hack',
  places: [{ role: 'theft', blockchain: 'bitcoin', kind: 'transaction', value: 'ab'.repeat(32) }],
};
const demo: Sources = {
  ...noSources,
  bitcoin: { ...noSources.bitcoin, source: 'demo', status: () => ({ phase: 'starting' }) },
  stories: () => [story],
};
const mine = z.object({
  organizations: z.array(z.object({ _id: z.string(), name: z.string(), role: z.string() })),
});

async function organizationsOf(api: PeopleApi, token: string) {
  return dataOf(await api.ask('/organizations', { token }), mine).organizations;
}
async function enter(api: PeopleApi, role: EffectiveRole): Promise<string> {
  const answer = await api.post('/auth/demo', { role });
  expect(answer.statusCode).toBe(200);
  return opened(answer).accessToken;
}

describeWithDatabase('Demo accounts', (databases) => {
  test('there is one for each role, all in one organization, and each is the same person every time', async () => {
    const api = await createPeopleApi(await databases.empty(), { sources: demo });
    const seen = new Map<EffectiveRole, string>();
    for (const role of [...effectiveRoles].toReversed()) {
      const token = await enter(api, role);
      const [only, ...others] = await organizationsOf(api, token);
      expect(others).toEqual([]);
      expect(only).toMatchObject({ name: 'Harbour Desk (demo)', role });
      seen.set(role, only?._id ?? '');
    }
    expect(new Set(seen.values()).size).toBe(1);
    for (const role of effectiveRoles) await enter(api, role);
    const [count] = await api.rows<{ people: bigint; organizations: bigint }>(
      `select (select count(*) from app_user) as people, (select count(*) from organization) as organizations`,
    );
    expect(count).toEqual({ people: 4n, organizations: 1n });
  });

  test('are refused to requests from other machines and through proxies, unless they are for anyone', async () => {
    const local = await createPeopleApi(await databases.empty(), { sources: demo });
    const offerOf = async (api: PeopleApi, more: { ip?: string; headers?: Record<string, string> }) =>
      (await api.ask('/auth/providers', more)).json().data.demo;
    for (const from of [
      { ip: '192.0.2.7' },
      { headers: { 'x-forwarded-for': '192.0.2.7' } },
      { headers: { host: 'demo.example.org' } },
    ]) {
      const refused = problemOf(await local.post('/auth/demo', { role: 'owner' }, from), 403);
      expect(refused.message).toContain('DEMO_ACCOUNTS=anyone');
      expect(await offerOf(local, from)).toBe('refused');
    }
    expect(await offerOf(local, {})).toBe('offered');
    const named = { PUBLIC_URL: 'https://demo.example.org' };
    const open = await createPeopleApi(await databases.empty(), { sources: demo, env: named });
    expect(await offerOf(open, {})).toBe('refused');
    const anyone = await createPeopleApi(await databases.empty(), {
      sources: demo,
      env: { ...named, DEMO_ACCOUNTS: 'anyone' },
    });
    expect((await anyone.post('/auth/demo', { role: 'owner' }, { ip: '192.0.2.7' })).statusCode).toBe(200);
    const none = await createPeopleApi(await databases.empty());
    expect(await offerOf(none, {})).toBeNull();
  });

  test('the directory editor and the team lead may edit entities, others may not', async () => {
    const api = await createPeopleApi(await databases.empty(), { sources: demo });
    for (const role of effectiveRoles) {
      const token = await enter(api, role);
      await enter(api, role);
      const answer = await api.ask('/sot/changes', { token });
      expect(answer.json()).toMatchObject({ editor: role === 'admin' || role === 'manager' });
    }
  });

  test('two who come at once make one organization', async () => {
    const api = await createPeopleApi(await databases.empty(), { sources: demo });
    const answers = await Promise.all(effectiveRoles.map((role) => api.post('/auth/demo', { role })));
    expect(statuses(answers)).toEqual([200, 200, 200, 200]);
    expect(await api.rows('select id from organization')).toHaveLength(1);
  });

  test('a role that was changed comes back, and what was deleted is made again', async () => {
    const api = await createPeopleApi(await databases.empty(), { sources: demo });
    const owner = await enter(api, 'owner');
    const first = opened(await api.post('/auth/demo', { role: 'team_member' }));
    const [organization] = await organizationsOf(api, owner);
    await api.rows(`update organization_member set role = 'admin' where user_id = $1`, [first.id]);
    const token = await enter(api, 'team_member');
    expect(await organizationsOf(api, token)).toMatchObject([{ role: 'team_member' }]);
    const gone = await api.ask(`/organizations/${organization?._id}`, { method: 'DELETE', token: owner });
    expect(problemOf(gone, 403).message).toMatch(/shared by all visitors/);
    await api.rows('delete from organization_member where organization_id = $1', [organization?._id]);
    await api.rows('update organization set deleted_at = now() where id = $1', [organization?._id]);
    const again = await organizationsOf(api, await enter(api, 'manager'));
    expect(again).toMatchObject([{ role: 'manager' }]);
    expect(again[0]?._id).not.toBe(organization?._id);
  });

  test('belong to everybody: nobody gives them a password, a factor or a name, ends sessions of others or removes them', async () => {
    const api = await createPeopleApi(await databases.empty(), { sources: demo });
    const [token, other] = [await enter(api, 'admin'), await enter(api, 'admin')];
    const [{ id }] = (await api.rows<{ id: string }>(
      `select id from app_user where email = 'admin@demo.hopscope.invalid'`,
    )) as [{ id: string }];
    const calls = [
      ['POST', '/auth/change-password', { newPassword: 'attackerpw1!' }],
      ['POST', '/auth/totp/setup', {}],
      ['POST', '/auth/totp/confirm', { code: '000000' }],
      ['POST', '/auth/passkeys/options', {}],
      ['DELETE', '/auth/sessions', undefined],
      ['DELETE', `/auth/remove/${id}`, {}],
      ['PATCH', '/people/me', { name: 'Somebody' }],
    ] as const;
    for (const [method, url, payload] of calls) {
      const answer = await api.ask(url, { method, token, ...(payload && { payload }) });
      expect({ url, message: problemOf(answer, 403).message }).toMatchObject({
        message: expect.stringContaining('shared by all visitors') as unknown,
      });
    }
    expect(await api.statusWith(other)).toBe(200);
    // Whoever looks at sessions does not see those of the other visitors.
    const sessions = await api.ask('/auth/sessions', { token });
    expect(sessions.json()).toMatchObject({ data: { sessions: [{ current: true }] } });
    expect(sessions.json<{ data: { sessions: unknown[] } }>().data.sessions).toHaveLength(1);
    const squatter = { name: 'Ada', surname: 'Tester', email: 'owner@demo.hopscope.invalid', password };
    problemOf(await api.post('/auth/signup', squatter), 400);
  });

  test('a password never opens them, and the log says how they were entered', async () => {
    const api = await createPeopleApi(await databases.empty(), { sources: demo });
    await enter(api, 'owner');
    const refused = await api.post('/auth/login', { email: 'owner@demo.hopscope.invalid', password: '' });
    expect(refused.statusCode).toBe(401);
    const rows = await api.rows<{ details: string }>(
      `select d.details from audit_log l join audit_detail d using (chain_id, sequence)
       where l.action = 'user.signed_in'`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.details).toContain('"by":"demo"');
  });

  test('without the demo network there are none, and no stories', async () => {
    const api = await createPeopleApi(await databases.empty());
    expect((await api.post('/auth/demo', { role: 'owner' })).statusCode).toBe(404);
    const { accessToken: token } = await api.signUp('ada@example.org');
    expect((await api.ask('/demo/stories', { token })).statusCode).toBe(404);
    expect(await api.rows(`select id from app_user where email like '%demo%'`)).toEqual([]);
  });

  test('nobody gets in by another role, and stories are for people who are signed in', async () => {
    const api = await createPeopleApi(await databases.empty(), { sources: demo });
    for (const role of ['operator', '', null]) {
      expect((await api.post('/auth/demo', { role })).statusCode).toBe(400);
    }
    expect((await api.ask('/demo/stories')).statusCode).toBe(401);
    const answer = await api.ask('/demo/stories', { token: await enter(api, 'team_member') });
    expect(answer.json()).toMatchObject({ data: { stories: [story] } });
  });
});
