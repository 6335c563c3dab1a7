import { tmpdir } from 'node:os';
import { endpoints, personName } from '@hopscope/contract';
import { Secret, TOTP } from 'otpauth';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { rateLimits } from '../../../src/lib/rate-limits.ts';
import { readConfig } from '../../../src/config.ts';
import { createContext } from '../../../src/context.ts';
import { createApp } from '../../../src/http/app.ts';
import { password, problemOf, tokenSecret } from '../../support/api/api-client.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { createPeopleApi } from '../../support/api/people-api.ts';
import { createTeamsApi } from '../../support/api/teams-api.ts';

describeWithDatabase('What cannot be taken back', (databases) => {
  test('asks for a fresh proof: deleting an organization and handing it over', async () => {
    const api = await createTeamsApi(await databases.empty());
    const owner = await api.someone('ada@example.org');
    const id = await api.found(owner);
    const memberId = await api.enlist(owner, id, await api.someone('grace@example.org'));
    const params = { id };
    for (const proof of [{}, { password: 'wrong' }]) {
      const handed = await api.refused(403, owner, endpoints.transferOwnership, {
        params,
        body: { memberId, ...proof },
      });
      expect(handed.code).toBe('proof_required');
      const deleted = await api.refused(403, owner, endpoints.deleteOrganization, { params, body: proof });
      expect(deleted.code).toBe('proof_required');
    }
    const bare = await api.ask(`/organizations/${id}`, { method: 'DELETE', token: owner.accessToken });
    expect(problemOf(bare, 403).code).toBe('proof_required');
    await api.as(owner, endpoints.deleteOrganization, { params, body: { password } });
  });

  test('a second factor ends the sessions that were opened without it', async () => {
    const api = await createPeopleApi(await databases.empty());
    const first = await api.signUp('ada@example.org');
    const other = await api.logIn('ada@example.org');
    const setup = await api.post('/auth/totp/setup', { password }, { token: first.accessToken });
    const { secret } = setup.json<{ data: { secret: string } }>().data;
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.clock });
    expect((await api.post('/auth/totp/confirm', { code }, { token: first.accessToken })).statusCode).toBe(
      200,
    );
    expect(await api.statusWith(first.accessToken)).toBe(200);
    expect(await api.statusWith(other.accessToken)).toBe(401);
    problemOf(await api.post('/auth/refresh', { refreshToken: other.refreshToken }), 401);
  });
});

describeWithDatabase('Mail to others', (databases) => {
  test('is sent for people with a proven email alone, and not without end to one mailbox', async () => {
    const api = await createTeamsApi(await databases.empty());
    const stranger = await api.someone('eve@example.org', { verified: false });
    const id = await api.found(stranger, 'Security');
    const invite = {
      params: { id },
      body: { emails: ['someone@bank.example'], role: 'team_member' as const },
    };
    const refusal = await api.refused(403, stranger, endpoints.inviteMembers, invite);
    expect(refusal.code).toBe('email_unverified');
    expect(await api.mails('someone@bank.example')).toEqual([]);

    const { attempts } = rateLimits.invitationsToEmail;
    const results: unknown[] = [];
    for (let i = 0; i <= attempts; i++) {
      const owner = await api.someone(`owner${i}@example.org`);
      const one = await api.found(owner);
      results.push(
        (await api.as(owner, endpoints.inviteMembers, { ...invite, params: { id: one } })).data.failed,
      );
    }
    expect(results.slice(0, attempts).flat()).toEqual([]);
    expect(results.at(-1)).toMatchObject([{ email: 'someone@bank.example', reason: 'daily_limit' }]);
  });

  test.each([
    'Your account is locked. Open http://evil.example/unlock at once',
    'Visit evil.example',
    'a@b',
    '\u202eevil',
    'Ada\u200b',
    'Ada\u2066 Tester',
    'Ada\u{e0041}',
    'Grace \u00ad',
  ])('names no link and nothing that nobody sees: %j', async (name) => {
    const api = await createPeopleApi(await databases.empty());
    const signup = await api.post('/auth/signup', {
      name,
      surname: 'Tester',
      email: 'a@example.org',
      password,
    });
    problemOf(signup, 400);
    const { accessToken: token } = await api.signUp('ada@example.org');
    problemOf(await api.ask('/people/me', { method: 'PATCH', token, payload: { name } }), 400);
    problemOf(await api.post('/organizations', { name: `${name.slice(0, 40)} 1` }, { token }), 400);
  });
});

test.each(['J. R. Smith', "O'Neill", 'Zoë', '李', 'نرگس', 'می\u200cخواهم', 'Dr. Ada', 'Jean-Luc'])(
  '%s is a name',
  (name) => {
    expect(personName.safeParse(name).success).toBe(true);
  },
);

describeWithDatabase('Who is not signed in', (databases) => {
  test('is limited by address in what is written for them', async () => {
    const api = await createPeopleApi(await databases.empty(), {
      env: { PUBLIC_URL: 'https://hop.example' },
    });
    const ask = (ip: string) => api.post('/auth/passkey/options', {}, { ip });
    const { attempts } = rateLimits.passkeySignIn;
    const last = [];
    for (let i = 0; i <= attempts; i++) last.push((await ask('203.0.113.9')).statusCode);
    expect(last.slice(-2)).toEqual([200, 429]);
    expect((await ask('198.51.100.1')).statusCode).toBe(200);
    const refresh = (ip: string) => api.post('/auth/refresh', { refreshToken: 'x' }, { ip });
    await api.context.limits.take('refresh', '203.0.113.9', { count: rateLimits.refresh.attempts - 1 });
    expect((await refresh('203.0.113.9')).statusCode).toBe(401);
    expect((await refresh('203.0.113.9')).statusCode).toBe(429);
    expect((await refresh('198.51.100.1')).statusCode).toBe(401);
  });

  test('gets no metrics through a proxy, by another name, or from a public server', async () => {
    const plain = await createPeopleApi(await databases.empty());
    const get = async (api: typeof plain, headers: Record<string, string>) =>
      (await api.app.inject({ url: '/metrics', headers: { host: 'localhost:8080', ...headers } })).statusCode;
    expect(await get(plain, {})).toBe(200);
    expect(await get(plain, { host: '127.0.0.1' })).toBe(200);
    for (const headers of [
      { via: '1.1 proxy' },
      { 'x-forwarded-host': 'a' },
      { 'x-forwarded-proto': 'https' },
      { 'cf-connecting-ip': '1.1.1.1' },
      { host: 'evil.example' },
      { host: 'localhost.evil.example' },
    ]) {
      expect([headers, await get(plain, headers)]).toEqual([headers, 404]);
    }
    const open = await createPeopleApi(await databases.empty(), {
      env: { PUBLIC_URL: 'https://hop.example' },
    });
    expect(await get(open, {})).toBe(404);
  });

  test('is told to come back by https alone where the server has such an address; no page uses sensors', async () => {
    for (const [url, expected] of [
      ['https://hop.example', 'max-age=31536000'],
      ['http://hop.example', undefined],
    ] as const) {
      const api = await createPeopleApi(await databases.empty(), { env: { PUBLIC_URL: url } });
      const { headers } = await api.ask('/health');
      expect(headers['strict-transport-security']).toBe(expected);
      expect(headers['permissions-policy']).toContain('camera=()');
    }
  });
});

describeWithDatabase('The log', (databases) => {
  test('at level debug has requests with their IDs, without secrets, looked-up addresses, and people', async () => {
    const lines: string[] = [];
    const context = createContext({
      config: readConfig({ LOG_LEVEL: 'debug', REGISTRATION: 'open', DATA_DIR: tmpdir() }),
      db: await databases.empty(),
      logger: pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }),
      tokenSecret,
      version: '0.0.0',
    });
    const app = await createApp(context);
    const secret = 'YST60kZ9';
    await app.inject({
      url: `/api/v1/health?token=${secret}`,
      headers: { authorization: `Bearer ${secret}` },
    });
    await app.inject({
      method: 'POST',
      url: '/api/v1/auth/reset-password',
      payload: { id: 'x', token: secret, password, confirmPassword: password },
    });
    const address = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
    const lookUp = await app.inject({
      url: `/api/v1/blockchain/address/${address}?search=${address}`,
      remoteAddress: '203.0.113.9',
    });
    await app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      payload: { email: 'somebody@example.org', password: secret },
    });
    const signedUp = await app.inject({
      method: 'POST',
      url: '/api/v1/auth/signup',
      payload: { name: 'Ada', surname: 'Tester', email: 'somebody@example.net', password },
    });
    const { user } = z
      .object({ data: z.object({ user: z.object({ _id: z.string(), accessToken: z.string() }) }) })
      .parse(signedUp.json()).data;
    const refused = await app.inject({
      url: '/api/v1/operator/outbox',
      headers: { authorization: `Bearer ${user.accessToken}` },
    });
    expect(refused.statusCode).toBe(403);
    await app.close();
    const log = lines.join('');
    const refusals = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'access refused');
    expect(refusals).toEqual([
      expect.objectContaining({
        req: { method: 'GET', route: '/api/v1/operator/outbox', query: [] },
        person: user._id,
        code: 'forbidden',
      }),
    ]);
    expect(log).toContain('"route":"/api/v1/health","query":["token"]');
    expect(log).toContain('/api/v1/auth/reset-password');
    expect(log).toContain('"route":"/api/v1/blockchain/address/:addr"');
    expect(log).toContain(String(lookUp.headers['x-request-id']));
    for (const hidden of [secret, address, '203.0.113.9', 'somebody']) expect(log).not.toContain(hidden);
  });
});
