import { type ApiKey, endpoints, type KeyScope, type Problem } from '@hopscope/contract';
import { millisecondsOfDay } from '@hopscope/domain';
import { expect, test } from 'vitest';
import { isKeySecret, makeKeySecret } from '../../src/contexts/identity/api-keys/key-secret.ts';
import { describeWithDatabase, type TestDatabases } from '../support/databases.ts';
import { createTeamsApi, type Someone, type TeamsApi } from '../support/api/teams-api.ts';

interface Setup {
  api: TeamsApi;
  owner: Someone;
  id: string;
  create(scopes: KeyScope[], more?: object, who?: Someone): Promise<{ key: ApiKey; secret: string }>;
}

async function setUp(databases: TestDatabases): Promise<Setup> {
  const api = await createTeamsApi(await databases.empty());
  const owner = await api.someone('owner@example.org');
  const id = await api.found(owner, 'Payments');
  await api.assign(id, 'team');
  return {
    api,
    owner,
    id,
    async create(scopes, more = {}, who = owner) {
      const body = { name: 'Withdrawals', scopes, ...more };
      const { data, secret } = await api.as(who, endpoints.createApiKey, { params: { id }, body });
      return { key: data, secret };
    },
  };
}

const ask = (api: TeamsApi, secret: string, path: string, remoteAddress = '10.1.2.3') =>
  api.app.inject({
    method: 'GET',
    url: `/api/v1${path}`,
    remoteAddress,
    headers: { authorization: `Bearer ${secret}` },
  });

test('a secret has a checksum, and every change of a character is noticed', () => {
  const { secret, hint } = makeKeySecret();
  expect(secret).toMatch(/^hop_[0-9A-Za-z]{38}$/);
  expect(secret.startsWith(hint)).toBe(true);
  expect(isKeySecret(secret)).toBe(true);
  for (let at = 4; at < secret.length; at += 1) {
    const other = secret[at] === 'x' ? 'y' : 'x';
    expect(isKeySecret(secret.slice(0, at) + other + secret.slice(at + 1))).toBe(false);
  }
});

describeWithDatabase('API keys', (databases) => {
  test('open what their scopes allow, in their organization, and are stored as hashes', async () => {
    const { api, id, create, owner } = await setUp(databases);
    const { key, secret } = await create(['read']);
    expect(key).toMatchObject({ state: 'active', scopes: ['read'], lastUsedAt: null });
    const answer = await ask(api, secret, '/status');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ 'ratelimit-limit': '20000', 'ratelimit-remaining': '19999' });
    expect((await ask(api, secret, '/compliance/monitored-addresses')).statusCode).toBe(200);
    expect((await ask(api, secret, `/organizations/${id}/audit-log`)).statusCode).toBe(403);
    const added = await api.app.inject({
      method: 'POST',
      url: '/api/v1/compliance/monitored-addresses',
      headers: { authorization: `Bearer ${secret}` },
      payload: { address: `0x${'1'.repeat(40)}`, blockchain: 'ethereum' },
    });
    expect(added.statusCode).toBe(403);
    expect(added.json<Problem>().details).toEqual({ scope: 'monitor' });
    const stored = await api.rows<{ text: string }>(
      'select t::text as text from api_key t union all select t::text from api_key_secret t union all select t::text from audit_detail t',
    );
    expect(stored.filter(({ text }) => text.includes(secret))).toEqual([]);
    const [listed] = (await api.as(owner, endpoints.listApiKeys, { params: { id } })).data;
    expect(Date.parse(listed?.lastUsedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(key.createdAt));
    expect(listed?.secrets.map(({ hint }) => secret.startsWith(hint))).toEqual([true]);
  });

  test('work from their networks only, until they expire or are revoked', async () => {
    const { api, id, create, owner } = await setUp(databases);
    const expiresAt = new Date(api.clock + millisecondsOfDay).toISOString();
    const { key, secret } = await create(['read'], {
      networks: ['203.0.113.0/24', '2001:db8::/32'],
      expiresAt,
    });
    const from = async (ip: string) => (await ask(api, secret, '/status', ip)).statusCode;
    expect([await from('203.0.113.9'), await from('2001:db8::7'), await from('203.0.114.9')]).toEqual([
      200, 200, 403,
    ]);
    await api.as(owner, endpoints.revokeApiKey, { params: { id, keyId: key._id } });
    expect(await from('203.0.113.9')).toBe(401);
    const second = await create(['read'], { expiresAt });
    api.clock += millisecondsOfDay;
    expect((await ask(api, second.secret, '/status')).statusCode).toBe(401);
  });

  test('have two secrets for a while after a rotation, and never more', async () => {
    const { api, id, create, owner } = await setUp(databases);
    const { key, secret: first } = await create(['read']);
    const rotate = async () =>
      (
        await api.as(owner, endpoints.rotateApiKey, {
          params: { id, keyId: key._id },
          body: { overlapHours: 24 },
        })
      ).secret;
    const status = async (secret: string) => (await ask(api, secret, '/status')).statusCode;
    const second = await rotate();
    expect([await status(first), await status(second)]).toEqual([200, 200]);
    const third = await rotate();
    expect([await status(first), await status(second), await status(third)]).toEqual([401, 200, 200]);
    api.clock += millisecondsOfDay;
    expect([await status(second), await status(third)]).toEqual([401, 200]);
  });

  test('are counted by day, key and call, refused over the limit of the plan, and summed up in the audit log', async () => {
    const { api, id, create, owner } = await setUp(databases);
    await api.rows(`update plan set max_api_calls = 5 where id = 'team'`);
    const { key, secret } = await create(['read']);
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(api, secret, '/status')));
    const counts = [200, 429].map(
      (status) => answers.filter((answer) => answer.statusCode === status).length,
    );
    expect(counts).toEqual([5, 3]);
    const refused = answers.find((answer) => answer.statusCode === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused?.headers).toMatchObject({ 'ratelimit-limit': '5', 'ratelimit-remaining': '0' });
    await ask(api, secret, '/alerts/mail');
    const { data } = await api.as(owner, endpoints.getApiUsage, { params: { id } });
    expect(data.today).toMatchObject({ used: 5, limit: 5 });
    expect(data.days).toMatchObject([
      {
        keyId: key._id,
        calls: 5,
        refused: 4,
        byCall: [
          { call: 'getAlertMail', calls: 0, refused: 1 },
          { call: 'getStatus', calls: 5, refused: 3 },
        ],
      },
    ]);
    await api.context.keyUse.record();
    expect(await api.audited(owner, id)).not.toContain('api_key.used');
    api.clock += millisecondsOfDay;
    await api.context.keyUse.record();
    await api.context.keyUse.record();
    expect(
      (await api.audited(await api.logIn('owner@example.org'), id)).filter(
        (action) => action === 'api_key.used',
      ),
    ).toHaveLength(1);
    expect((await ask(api, secret, '/status')).statusCode).toBe(200);
  });

  test('act as their creator: with the role of the moment, and not after the membership', async () => {
    const { api, id, create, owner } = await setUp(databases);
    const admin = await api.someone('admin@example.org');
    const memberId = await api.enlist(owner, id, admin, 'admin');
    const { key, secret } = await create(['read', 'monitor'], {}, admin);
    const rule = () =>
      api.app.inject({
        method: 'POST',
        url: '/api/v1/alerts/rules',
        headers: { authorization: `Bearer ${secret}` },
        payload: { ...alertRule },
      });
    expect((await rule()).statusCode).toBe(201);
    const created = await api.rows<{ details: string }>(
      `select details from audit_log join audit_detail using (chain_id, sequence) where action = 'alert_rule.created'`,
    );
    expect(created.map(({ details }) => JSON.parse(details).actor.apiKey)).toEqual([key._id]);
    await api.as(owner, endpoints.changeMemberRole, {
      params: { id, memberId },
      body: { role: 'team_member' },
    });
    expect((await rule()).statusCode).toBe(403);
    expect((await ask(api, secret, '/status')).statusCode).toBe(200);
    await api.as(owner, endpoints.removeMember, { params: { id, memberId } });
    expect((await ask(api, secret, '/status')).statusCode).toBe(401);
    const [listed] = (await api.as(owner, endpoints.listApiKeys, { params: { id } })).data;
    expect(listed?.state).toBe('revoked');
  });

  test('get secrets only for their creator, and no plan without API access has any', async () => {
    const { api, id, create, owner } = await setUp(databases);
    const admin = await api.someone('admin@example.org');
    await api.enlist(owner, id, admin, 'admin');
    const { key } = await create(['read']);
    const params = { id, keyId: key._id };
    const change = (who: Someone, version: number) =>
      api.ask(`/organizations/${id}/api-keys/${key._id}`, {
        method: 'PATCH',
        payload: { version, scopes: ['read', 'review'] },
        token: who.accessToken,
      });
    expect((await change(admin, 1)).statusCode).toBe(403);
    expect((await change(owner, 2)).statusCode).toBe(409);
    expect((await change(owner, 1)).statusCode).toBe(200);
    await api.as(admin, endpoints.revokeApiKey, { params });
    expect((await change(owner, 3)).statusCode).toBe(409);
    await api.rows(`update plan set api_access = 'false' where id = 'team'`);
    const body = { name: 'Nightly', scopes: ['read'] };
    const refused = await api.post(`/organizations/${id}/api-keys`, body, { token: owner.accessToken });
    expect([refused.statusCode, refused.json<Problem>().code]).toEqual([409, 'plan_limit']);
  });
});

const alertRule = {
  targetType: 'entity',
  target: 'Greywater Mixer',
  blockchain: 'bitcoin',
  direction: 'both',
  amount: null,
  severity: 'high',
  counterpartyRelation: null,
  counterpartyEntity: null,
  category: null,
  summary: '',
};
