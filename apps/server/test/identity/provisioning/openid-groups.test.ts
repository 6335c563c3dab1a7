import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { describeWithDatabase } from '../../support/databases.ts';
import { type OpenidProvider, startOpenidProvider } from '../../support/servers/openid-provider.ts';
import { goThrough, publicUrl, signIn } from '../../support/api/openid-sign-in.ts';
import { createPeopleApi, dataOf } from '../../support/api/people-api.ts';

const ada = 'ada@example.org';
let provider: OpenidProvider;
beforeAll(async () => {
  provider = await startOpenidProvider({ redirectUri: `${publicUrl}/api/v1/auth/google/callback` });
});
afterAll(() => provider.close());

describeWithDatabase('Groups of the OpenID provider', (databases) => {
  test('decide about members where the organization manages the domain', async () => {
    const settings = {
      OIDC_GROUPS_CLAIM: 'groups',
      OIDC_SCOPE: 'openid email profile groups',
      REGISTRATION: 'off',
    };
    const api = await createPeopleApi(await databases.empty(), {
      // The provider signs with the real time.
      start: Date.now(),
      env: {
        PUBLIC_URL: publicUrl,
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: provider.clientId,
        OIDC_CLIENT_SECRET: provider.clientSecret,
        ...settings,
      },
    });
    const link = new URL((await api.context.operatorSetup.link()) ?? '', publicUrl);
    const { accessToken: token } = await api.signUp('owner@example.org', {
      setupToken: link.searchParams.get('setup') ?? '',
    });
    await api.rows('update app_user set email_verified_at = now()');
    const founded = await api.post('/organizations', { name: 'Example', type: 'exchange' }, { token });
    const { _id: id } = dataOf(founded, z.looseObject({ _id: z.string() }));
    const rules = {
      domains: ['example.org'],
      groups: [{ group: 'Leads', role: 'manager' }],
      defaultRole: null,
    };
    const set = (payload: object) =>
      api.ask(`/operator/provisioning/${id}`, { method: 'PUT', payload, token });
    expect((await set(rules)).statusCode).toBe(200);
    const role = async () => {
      const [row] = await api.rows<{ role: string }>(
        'select m.role from organization_member m join app_user u on u.id = m.user_id where u.email = $1',
        [ada],
      );
      return row?.role ?? null;
    };
    const groups = (names: string[] | undefined) =>
      provider.accounts.set('ada', {
        email: ada,
        email_verified: true,
        given_name: 'Ada',
        family_name: 'Byron',
        ...(names && { groups: names }),
      });

    groups(['Others']);
    expect((await goThrough(api, 'ada')).result.get('error')).toBe('registration_closed');
    groups(['Others', 'leads']);
    const { accessToken } = await signIn(api, 'ada');
    expect(await role()).toBe('manager');
    expect((await set({ ...rules, groups: [{ group: 'leads', role: 'admin' }] })).statusCode).toBe(200);
    expect(await role()).toBe('manager');
    await signIn(api, 'ada');
    expect(await role()).toBe('admin');
    groups(undefined);
    await signIn(api, 'ada');
    expect(await role()).toBe('admin');
    groups([]);
    await signIn(api, 'ada');
    expect(await role()).toBeNull();
    expect((await api.ask(`/organizations/${id}`, { token: accessToken })).statusCode).toBe(404);

    // Another domain, and people whom SCIM manages, are left alone.
    groups(['leads']);
    expect((await set({ ...rules, domains: ['example.net'] })).statusCode).toBe(200);
    await signIn(api, 'ada');
    expect(await role()).toBeNull();
    expect((await set(rules)).statusCode).toBe(200);
    const user = { userName: ada, active: false };
    const made = await api.post('/scim/v2/Users', user, { token, headers: { 'x-organization-id': id } });
    expect(made.statusCode).toBe(201);
    await signIn(api, 'ada');
    expect(await role()).toBeNull();
  });
});
