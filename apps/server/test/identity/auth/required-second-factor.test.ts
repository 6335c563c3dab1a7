import { type Endpoint, endpoints } from '@hopscope/contract';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { noSources, type Sources } from '../../../src/sources/sources.ts';
import { password, problemOf } from '../../support/api/api-client.ts';
import { createPeopleApi, dataOf, type PeopleApi } from '../../support/api/people-api.ts';
import { createTeamsApi } from '../../support/api/teams-api.ts';
import { describeWithDatabase } from '../../support/databases.ts';

const env = { REQUIRE_SECOND_FACTOR: 'true' };
const ada = 'ada@example.org';
const setupShape = z.object({ secret: z.string() });

const demo: Sources = {
  ...noSources,
  bitcoin: { ...noSources.bitcoin, source: 'demo', status: () => ({ phase: 'starting' }) },
};
const mine = z.object({
  organizations: z.array(z.object({ unmetRule: z.string().nullable(), members: z.array(z.unknown()) })),
});

/** Gives the person an authenticator app; the session counts as one with a second factor from then on. */
async function setUp(api: PeopleApi, token: string): Promise<void> {
  const { secret } = dataOf(await api.post('/auth/totp/setup', { password }, { token }), setupShape);
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.clock });
  expect((await api.post('/auth/totp/confirm', { code }, { token })).statusCode).toBe(200);
}

describeWithDatabase('An installation that requires a second factor', (databases) => {
  test('refuses everything but the setup of one to a session without it', async () => {
    const api = await createPeopleApi(await databases.empty(), { env });
    const { accessToken: token } = await api.signUp(ada);
    const refused = ['/blockchain/status?blockchain=bitcoin', '/sot', '/subscriptions/tiers', '/stream'];
    for (const path of refused) {
      const { code, message } = problemOf(await api.ask(path, { token }), 403);
      expect({ path, code }).toEqual({ path, code: 'second_factor_required' });
      expect(message).toBe('This installation requires a second factor. Set one up under Security Settings.');
    }
    for (const path of ['/auth/session', '/people/me', '/auth/security', '/auth/sessions', '/organizations'])
      expect({ path, status: (await api.ask(path, { token })).statusCode }).toEqual({ path, status: 200 });

    await setUp(api, token);
    expect((await api.ask('/sot', { token })).statusCode).toBe(200);
  });

  test('refuses the operator and members, and withholds what organizations are', async () => {
    const db = await databases.empty();
    const before = await createTeamsApi(db);
    const owner = await before.someone(ada);
    const id = await before.found(owner);
    const api = await createPeopleApi(db, { env, start: before.clock });
    const token = owner.accessToken;
    expect(problemOf(await api.ask(`/organizations/${id}`, { token }), 403).code).toBe(
      'second_factor_required',
    );
    const listed = dataOf(await api.ask('/organizations', { token }), mine).organizations;
    expect(listed).toEqual([{ unmetRule: 'second_factor', members: [] }]);
    await setUp(api, token);
    expect((await api.ask(`/organizations/${id}`, { token })).statusCode).toBe(200);
  });

  test('offers no accounts of the demo, which people share', async () => {
    const api = await createPeopleApi(await databases.empty(), { env, sources: demo });
    const providers = dataOf(await api.ask('/auth/providers'), z.object({ demo: z.string().nullable() }));
    expect(providers.demo).toBeNull();
    expect((await api.post('/auth/demo', { role: 'owner' })).statusCode).toBe(404);
  });
});

test('what needs no second factor is about the own account alone', () => {
  const all: readonly Endpoint[] = Object.values(endpoints);
  const open = all.filter(({ withoutSecondFactor }) => withoutSecondFactor);
  expect(open.map(({ id }) => id).toSorted()).toMatchInlineSnapshot(`
    [
      "addPasskey",
      "changePassword",
      "confirmTotp",
      "downloadPersonalData",
      "endOtherSessions",
      "endSession",
      "getMe",
      "getSecurity",
      "getSession",
      "listOrganizations",
      "listSessions",
      "logout",
      "passkeyRegistrationOptions",
      "removeAccount",
      "sendVerification",
      "setUpTotp",
      "updatePreferences",
    ]
  `);
});
