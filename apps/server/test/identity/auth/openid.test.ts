import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { rateLimits } from '../../../src/lib/rate-limits.ts';
import { password, problemOf } from '../../support/api/api-client.ts';
import { describeWithDatabase, type TestDatabases } from '../../support/databases.ts';
import {
  type OpenidProvider,
  signInAtProvider,
  startOpenidProvider,
} from '../../support/servers/openid-provider.ts';
import { begin, comeBack, exchange, goThrough, publicUrl, signIn } from '../../support/api/openid-sign-in.ts';
import { createPeopleApi, dataOf, opened, type PeopleApi } from '../../support/api/people-api.ts';

const ada = 'ada@example.org';
const redirectUri = `${publicUrl}/api/v1/auth/google/callback`;
let provider: OpenidProvider;
let google: OpenidProvider;
beforeAll(async () => {
  provider = await startOpenidProvider({ redirectUri });
  google = await startOpenidProvider({ redirectUri, idTokenEmail: true });
});
afterAll(async () => {
  await provider.close();
  await google.close();
});
beforeEach(() => {
  for (const { accounts } of [provider, google]) {
    accounts.clear();
    accounts.set('ada', { email: ada, email_verified: true, given_name: 'Ada', family_name: 'Byron' });
    accounts.set('unverified', { email: ada, email_verified: false, name: 'Eve' });
  }
});

const boot = async (
  databases: TestDatabases,
  at: OpenidProvider = provider,
  more: Record<string, string> = {},
): Promise<PeopleApi> =>
  createPeopleApi(await databases.empty(), {
    // The provider signs with the real time.
    start: Date.now(),
    env: {
      PUBLIC_URL: publicUrl,
      OIDC_ISSUER: at.issuer,
      OIDC_CLIENT_ID: at.clientId,
      OIDC_CLIENT_SECRET: at.clientSecret,
      OIDC_NAME: 'Example ID',
      ...more,
    },
  });

const me = async (api: PeopleApi, token: string) =>
  dataOf(await api.ask('/auth/session', { token }), z.object({ user: z.looseObject({}) })).user;

describeWithDatabase('Sign-in at an OpenID provider', (databases) => {
  test('on https, binds the cookie to this host', async () => {
    const api = await boot(databases, provider, { PUBLIC_URL: 'https://hopscope.example' });
    const [cookie] = (await api.ask('/auth/google')).cookies;
    expect(cookie).toMatchObject({ secure: true, path: '/', httpOnly: true, sameSite: 'Lax' });
    expect(cookie?.name).toBe('__Host-hopscope_sign_in');
    expect(cookie).not.toHaveProperty('domain');
    const state = new URL(String((await api.ask('/auth/google')).headers.location)).searchParams.get('state');
    const back = new URL(`https://hopscope.example/api/v1/auth/google/callback?code=x&state=${state}`);
    // The cookie of the first of two sign-ins doesn't belong to the second.
    const result = await comeBack(api, back, `${cookie?.name}=${cookie?.value}`);
    expect(result.get('error')).toBe('state_mismatch');
  });

  test('makes accounts only for invited people where registration is by invitation', async () => {
    const api = await boot(databases, provider, { REGISTRATION: 'invite' });
    expect((await goThrough(api, 'ada')).result.get('error')).toBe('registration_closed');
    const link = new URL((await api.context.operatorSetup.link()) ?? '', publicUrl);
    const owner = await api.signUp('owner@example.org', { setupToken: link.searchParams.get('setup') ?? '' });
    const token = owner.accessToken;
    await api.rows('update app_user set email_verified_at = now()');
    const founded = await api.post('/organizations', { name: 'Example', type: 'exchange' }, { token });
    const { _id: id } = dataOf(founded, z.looseObject({ _id: z.string() }));
    const invitation = { emails: [ada], role: 'team_member' };
    expect((await api.post(`/organizations/${id}/invite`, invitation, { token })).statusCode).toBe(200);
    expect(await me(api, (await signIn(api, 'ada')).accessToken)).toMatchObject({ email: ada });
  });

  //
  test('makes an account with a proven email, and finds it again', async () => {
    const api = await boot(databases);
    expect((await api.ask('/auth/providers')).json()).toMatchObject({
      data: { openid: { name: 'Example ID' } },
    });
    const first = await signIn(api, 'ada');
    const user = await me(api, first.accessToken);
    expect(user).toMatchObject({ name: 'Ada', surname: 'Byron', email: ada, emailVerified: true });
    provider.accounts.set('ada', { email: 'new@example.org', email_verified: true });
    const second = await signIn(api, 'ada');
    expect(second.id).toBe(first.id);
    expect((await api.ask('/auth/security', { token: second.accessToken })).json()).toMatchObject({
      data: {
        password: false,
        identities: [{ name: 'Example ID', issuer: provider.issuer }],
        recentProof: true,
      },
    });
    expect(await api.rows('select id from app_user')).toHaveLength(1);
    problemOf(await api.post('/auth/login', { email: ada, password: '' }), 401);
  });

  test('takes the email from the ID token too, as Google sends it', async () => {
    const api = await boot(databases, google);
    expect(await me(api, (await signIn(api, 'ada')).accessToken)).toMatchObject({ email: ada });
  });

  test('asks with code, PKCE, state and nonce, and puts no session into an address', async () => {
    const api = await boot(databases);
    const { browser, result } = await goThrough(api, 'ada');
    const asked = new URL(browser.authorization).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: redirectUri,
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(asked.get(name)?.length).toBeGreaterThanOrEqual(43);
    }
    expect([...result.keys()]).toEqual(['token']);
    expect(result.get('token')).not.toContain('.');
    expect(problemOf(await api.ask('/auth/session', { token: result.get('token') ?? '' }), 401).code).toBe(
      'unauthorized',
    );
  });

  test('a ticket works once, for a minute, in its own browser', async () => {
    const api = await boot(databases);
    const { browser, result } = await goThrough(api, 'ada');
    const ticket = result.get('token');
    expect(opened(await exchange(api, ticket, browser.cookie)).accessToken).toMatch(/^ey/);
    expect(problemOf(await exchange(api, ticket, browser.cookie), 401).code).toBe('token_invalid');
    const late = await goThrough(api, 'ada');
    api.clock += 60_000;
    problemOf(await exchange(api, late.result.get('token'), late.browser.cookie), 401);
    const planted = await goThrough(api, 'ada');
    const victim = await begin(api);
    problemOf(await exchange(api, planted.result.get('token'), victim.cookie), 401);
    problemOf(await exchange(api, 'x', browser.cookie), 401);
  });

  test('an answer that does not belong to this browser and this moment is refused', async () => {
    const api = await boot(databases);
    const browser = await begin(api);
    const back = await signInAtProvider(browser.authorization, 'ada');
    const errorOf = async (url: URL, cookie: string | undefined) =>
      (await comeBack(api, url, cookie)).get('error');
    const other = new URL(back);
    other.searchParams.set('state', 'x'.repeat(43));
    expect(await errorOf(other, browser.cookie)).toBe('state_mismatch');
    const none = new URL(back);
    none.searchParams.delete('state');
    expect(await errorOf(none, browser.cookie)).toBe('state_mismatch');
    expect((await comeBack(api, back, browser.cookie)).get('token')).not.toBeNull();
    expect(await errorOf(back, browser.cookie)).toBe('state_mismatch');
    for (const cookie of [undefined, 'hopscope_sign_in=x', (await begin(api)).cookie]) {
      const stolen = await signInAtProvider((await begin(api)).authorization, 'ada');
      expect(await errorOf(stolen, cookie)).toBe('state_mismatch');
    }
    const slow = await begin(api);
    const late = await signInAtProvider(slow.authorization, 'ada');
    api.clock += 10 * 60_000;
    expect(await errorOf(late, slow.cookie)).toBe('state_mismatch');
  });

  test('a token with another nonce, a code for another verifier, a made-up or missing code are refused', async () => {
    const api = await boot(databases);
    for (const name of ['nonce', 'code_challenge']) {
      const browser = await begin(api);
      const tampered = new URL(browser.authorization);
      tampered.searchParams.set(name, 'A'.repeat(43));
      const back = await signInAtProvider(tampered.href, 'ada');
      expect((await comeBack(api, back, browser.cookie)).get('error')).toBe('provider_error');
    }
    for (const [change, expected] of [
      [(url: URL) => url.searchParams.set('code', 'made-up'), 'provider_error'],
      [(url: URL) => url.searchParams.delete('code'), 'code_missing'],
      [(url: URL) => url.searchParams.set('iss', 'https://evil.example.org'), 'provider_error'],
    ] as const) {
      const browser = await begin(api);
      const back = await signInAtProvider(browser.authorization, 'ada');
      change(back);
      expect((await comeBack(api, back, browser.cookie)).get('error')).toBe(expected);
    }
    expect(await api.rows('select id from app_user')).toEqual([]);
  });

  test('errors of the provider arrive as short codes, whatever they contain', async () => {
    const api = await boot(databases);
    expect((await goThrough(api, 'cancel')).result.get('error')).toBe('access_denied');
    const browser = await begin(api);
    const state = new URL(browser.authorization).searchParams.get('state') ?? '';
    const back = new URL(redirectUri);
    back.search = new URLSearchParams({ state, error: '<script>\r\nSet-Cookie: a=b' }).toString();
    expect((await comeBack(api, back, browser.cookie)).get('error')).toBe('provider_error');
  });

  test('is begun so many times from one network, and elsewhere all the same', async () => {
    const api = await boot(databases);
    const begun = async (ip: string) => (await api.ask('/auth/google', { ip })).statusCode;
    await api.context.limits.take('providerSignIn', '2001:db8:1:2::/64', {
      count: rateLimits.providerSignIn.attempts - 1,
    });
    expect([await begun('2001:db8:1:2::a'), await begun('2001:db8:1:2::b')]).toEqual([302, 429]);
    expect(await begun('203.0.113.9')).toBe(302);
  });

  test('a provider that does not answer is an error on the callback page', async () => {
    const api = await createPeopleApi(await databases.empty(), {
      env: { OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' },
    });
    const answer = await api.ask('/auth/google');
    expect(answer.headers.location).toBe('/auth/callback?error=provider_unavailable');
  });
});

describeWithDatabase('An email that the provider vouches for', (databases) => {
  test('joins the existing account once its email is proven there too', async () => {
    const api = await boot(databases);
    const person = await api.signUp(ada);
    const link = await api.linkTo(ada, 'verify_email');
    await api.post('/auth/verify-email', { token: link.searchParams.get('token') });
    provider.accounts.set('ada', { email: 'ADA@Example.org', email_verified: true });
    expect((await signIn(api, 'ada')).id).toBe(person.id);
    // The password and the sessions are the owner's: they stay.
    expect(await api.statusWith(person.accessToken)).toBe(200);
    await api.logIn(ada);
    const notice = (await api.mails(ada)).at(-1);
    expect(notice?.text).toContain('Sign-in with Example ID was added to your account.');
    const entries = await api.rows('select action from audit_log where action = $1', ['identity.linked']);
    expect(entries).toHaveLength(1);
  });

  test('takes over an account that a stranger made before: password, sessions and factors end', async () => {
    const api = await boot(databases);
    const stranger = await api.signUp(ada, { name: 'Eve' });
    const setup = await api.post('/auth/totp/setup', { password }, { token: stranger.accessToken });
    const { secret } = dataOf(setup, z.object({ secret: z.string() }));
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.clock });
    await api.post('/auth/totp/confirm', { code }, { token: stranger.accessToken });
    const owner = await signIn(api, 'ada');
    expect(owner.id).toBe(stranger.id);
    expect(await api.statusWith(stranger.accessToken)).toBe(401);
    problemOf(await api.post('/auth/refresh', { refreshToken: stranger.refreshToken }), 401);
    problemOf(await api.post('/auth/login', { email: ada, password }), 401);
    const link = await api.linkTo(ada, 'verify_email');
    problemOf(await api.post('/auth/verify-email', { token: link.searchParams.get('token') }), 400);
    expect(await me(api, owner.accessToken)).toMatchObject({
      name: 'Ada',
      surname: 'Byron',
      emailVerified: true,
    });
    expect((await api.ask('/auth/security', { token: owner.accessToken })).json()).toMatchObject({
      data: { password: false, totp: { enabled: false }, recoveryCodesLeft: 0 },
    });
  });

  test('does nothing unless the provider has verified it', async () => {
    const api = await boot(databases);
    expect((await goThrough(api, 'unverified')).result.get('error')).toBe('email_unverified');
    expect(await api.rows('select id from app_user')).toEqual([]);
    await api.signUp(ada);
    expect((await goThrough(api, 'unverified')).result.get('error')).toBe('email_unverified');
    expect(await api.rows('select subject from user_identity')).toEqual([]);
    for (const account of [
      {},
      { email: 'ａda@example.org', email_verified: true },
      { email: 'ada@example.org\r\nBcc: eve@example.org', email_verified: true },
    ]) {
      provider.accounts.set('odd', account);
      expect((await goThrough(api, 'odd')).result.get('error')).toBe('email_missing');
    }
  });

  test('does not get around the second factor', async () => {
    const api = await boot(databases);
    const session = await signIn(api, 'ada');
    const setup = await api.post('/auth/totp/setup', {}, { token: session.accessToken });
    const { secret } = dataOf(setup, z.object({ secret: z.string() }));
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    const first = totp.generate({ timestamp: api.clock });
    await api.post('/auth/totp/confirm', { code: first }, { token: session.accessToken });
    api.clock += 60_000;
    const { browser, result } = await goThrough(api, 'ada');
    const refusal = problemOf(await exchange(api, result.get('token'), browser.cookie), 401);
    expect(refusal).toMatchObject({
      code: 'second_factor_required',
      details: { methods: ['totp', 'recovery_code'] },
    });
    const code = totp.generate({ timestamp: api.clock });
    const answer = { challenge: refusal.details?.['challenge'], method: 'totp', code };
    expect(opened(await api.post('/auth/second-factor', answer)).id).toBe(session.id);
  });

  test('names from the provider become lines of at most 100 characters', async () => {
    const api = await boot(databases);
    const given_name = `A\r\nBcc: eve@${'x'.repeat(10_000)}`;
    provider.accounts.set('odd', {
      email: 'odd@example.org',
      email_verified: true,
      given_name,
      family_name: ' ',
    });
    const user = await me(api, (await signIn(api, 'odd')).accessToken);
    expect(user).toMatchObject({ name: expect.stringMatching(/^A {2}Bcc {2}eve x{85,}$/), surname: '' });
  });
});
