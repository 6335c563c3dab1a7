import { expect, test } from 'vitest';
import { z } from 'zod';
import { password, problemOf } from '../../support/api/api-client.ts';
import { type Authenticator, createAuthenticator } from '../../support/servers/authenticator.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import {
  createPeopleApi,
  dataOf,
  opened,
  type PeopleApi,
  statuses,
  type Tokens,
} from '../../support/api/people-api.ts';

const ada = 'ada@example.org';
const grace = 'grace@example.org';
const env = { PUBLIC_URL: 'https://hopscope.example.org' };
const site = { origin: 'https://hopscope.example.org', rpId: 'hopscope.example.org' };
const optionsShape = z.object({
  handle: z.string(),
  options: z.looseObject({
    challenge: z.string(),
    user: z.object({ id: z.string() }).optional(),
    allowCredentials: z.array(z.object({ id: z.string() })).optional(),
  }),
});
const addedShape = z.object({
  passkey: z.object({ id: z.string(), name: z.string(), lastUsedAt: z.string().nullable() }),
  recoveryCodes: z.array(z.string()).nullable(),
});

const optionsOf = async (api: PeopleApi, challenge?: string) =>
  dataOf(await api.post('/auth/passkey/options', challenge === undefined ? {} : { challenge }), optionsShape);

async function register(
  api: PeopleApi,
  { accessToken: token }: Tokens,
  authenticator: Authenticator,
  change: { origin?: string; rpId?: string; challenge?: string } = {},
) {
  const { handle, options } = dataOf(
    await api.post('/auth/passkeys/options', { password }, { token }),
    optionsShape,
  );
  const userId = options.user?.id ?? '';
  const response = authenticator.register({ ...site, challenge: options.challenge, userId, ...change });
  return api.post('/auth/passkeys', { handle, name: 'Laptop', response }, { token });
}
async function signIn(
  api: PeopleApi,
  authenticator: Authenticator,
  change: { origin?: string; rpId?: string; challenge?: string } = {},
) {
  const { handle, options } = await optionsOf(api);
  const response = authenticator.answer({ ...site, challenge: options.challenge, ...change });
  return api.post('/auth/passkey', { handle, response });
}
async function challengeOf(api: PeopleApi): Promise<string> {
  const refusal = problemOf(await api.post('/auth/login', { email: ada, password }), 401);
  expect(refusal).toMatchObject({
    code: 'second_factor_required',
    details: { methods: ['passkey', 'recovery_code'] },
  });
  return z.object({ challenge: z.string() }).parse(refusal.details).challenge;
}
const refused = async (answer: ReturnType<typeof signIn>): Promise<void> => {
  expect(problemOf(await answer, 401).code).toBe('second_factor_failed');
};

describeWithDatabase('A passkey', (databases) => {
  test('is made with the password, gives recovery codes, and signs in without a password', async () => {
    const api = await createPeopleApi(await databases.empty(), { env });
    const person = await api.signUp(ada);
    problemOf(await api.post('/auth/passkeys/options', {}, { token: person.accessToken }), 403);
    const authenticator = createAuthenticator();
    const added = dataOf(await register(api, person, authenticator), addedShape);
    expect(added).toMatchObject({ passkey: { name: 'Laptop', lastUsedAt: null } });
    expect(added.recoveryCodes).toHaveLength(10);
    const session = opened(await signIn(api, authenticator));
    expect(session.id).toBe(person.id);
    expect((await api.ask('/auth/security', { token: session.accessToken })).json()).toMatchObject({
      data: { passkeys: [{ name: 'Laptop' }], secondFactor: true, recentProof: true },
    });
    const second = dataOf(await register(api, person, createAuthenticator()), addedShape);
    expect(second.recoveryCodes).toBeNull();
    expect((await api.mails(ada)).filter((mail) => mail.template === 'second_factor_changed')).toHaveLength(
      2,
    );
  });

  test('is the second factor after the password', async () => {
    const api = await createPeopleApi(await databases.empty(), { env });
    const person = await api.signUp(ada);
    const authenticator = createAuthenticator({ verifiesUser: false });
    await register(api, person, authenticator);
    const challenge = await challengeOf(api);
    const { handle, options } = await optionsOf(api, challenge);
    expect(options.allowCredentials?.map(({ id }) => id)).toEqual([authenticator.credentialId]);
    const response = authenticator.answer({ ...site, challenge: options.challenge });
    expect(opened(await api.post('/auth/passkey', { handle, response })).id).toBe(person.id);
    await refused(api.post('/auth/passkey', { handle, response }));
    problemOf(await api.post('/auth/passkey/options', { challenge }), 401);
    // Alone it is not enough: whoever holds the device need not be its owner.
    await refused(signIn(api, authenticator));
  });

  test('is refused for a wrong challenge, origin or site, and for a counter that goes back', async () => {
    const api = await createPeopleApi(await databases.empty(), { env });
    const person = await api.signUp(ada);
    const authenticator = createAuthenticator();
    await register(api, person, authenticator);
    await refused(signIn(api, authenticator, { challenge: (await optionsOf(api)).options.challenge }));
    await refused(signIn(api, authenticator, { origin: 'https://evil.example.org' }));
    await refused(signIn(api, authenticator, { origin: 'http://hopscope.example.org' }));
    await refused(signIn(api, authenticator, { rpId: 'example.org' }));
    authenticator.counter = 40;
    expect((await signIn(api, authenticator)).statusCode).toBe(200);
    authenticator.counter = 20;
    await refused(signIn(api, authenticator));
    authenticator.counter = 41;
    expect((await signIn(api, authenticator)).statusCode).toBe(200);
  });

  test('answers once and in time', async () => {
    const api = await createPeopleApi(await databases.empty(), { env });
    const authenticator = createAuthenticator();
    await register(api, await api.signUp(ada), authenticator);
    const { handle, options } = await optionsOf(api);
    const response = authenticator.answer({ ...site, challenge: options.challenge });
    const both = await Promise.all([1, 2].map(() => api.post('/auth/passkey', { handle, response })));
    expect(statuses(both)).toEqual([200, 401]);
    const late = await optionsOf(api);
    api.clock += 5 * 60_000;
    const answer = authenticator.answer({ ...site, challenge: late.options.challenge });
    await refused(api.post('/auth/passkey', { handle: late.handle, response: answer }));
  });

  test('of another person does not answer one’s challenge, and no signature fits another key', async () => {
    const api = await createPeopleApi(await databases.empty(), { env });
    const [mine, theirs] = [createAuthenticator(), createAuthenticator()];
    await register(api, await api.signUp(ada), mine);
    await register(api, await api.signUp(grace), theirs);
    const first = await optionsOf(api, await challengeOf(api));
    const response = theirs.answer({ ...site, challenge: first.options.challenge });
    await refused(api.post('/auth/passkey', { handle: first.handle, response }));
    const second = await optionsOf(api);
    const foreign = theirs.answer({ ...site, challenge: second.options.challenge });
    const claimed = { ...foreign, id: mine.credentialId, rawId: mine.credentialId };
    await refused(api.post('/auth/passkey', { handle: second.handle, response: claimed }));
    const third = await optionsOf(api);
    const unknown = createAuthenticator().answer({ ...site, challenge: third.options.challenge });
    await refused(api.post('/auth/passkey', { handle: third.handle, response: unknown }));
  });

  test('cannot be made for a wrong challenge, origin or person, nor twice', async () => {
    const api = await createPeopleApi(await databases.empty(), { env });
    const person = await api.signUp(ada);
    const stranger = await api.signUp(grace);
    for (const change of [
      { challenge: 'x'.repeat(43) },
      { origin: 'https://evil.example.org' },
      { rpId: 'evil.example.org' },
    ]) {
      const answer = await register(api, person, createAuthenticator(), change);
      expect(problemOf(answer, 400).code).toBe('second_factor_failed');
    }
    const authenticator = createAuthenticator();
    const { handle, options } = dataOf(
      await api.post('/auth/passkeys/options', { password }, { token: person.accessToken }),
      optionsShape,
    );
    const userId = options.user?.id ?? '';
    const response = authenticator.register({ ...site, challenge: options.challenge, userId });
    const payload = { handle, name: 'Laptop', response };
    problemOf(await api.post('/auth/passkeys', payload, { token: stranger.accessToken }), 400);
    expect((await register(api, person, authenticator)).statusCode).toBe(201);
    problemOf(await register(api, stranger, authenticator), 400);
    expect(await api.rows('select id from passkey')).toHaveLength(1);
  });

  test('is renamed and removed by its owner alone', async () => {
    const api = await createPeopleApi(await databases.empty(), { env });
    const person = await api.signUp(ada);
    const stranger = await api.signUp(grace);
    const { passkey } = dataOf(await register(api, person, createAuthenticator()), addedShape);
    const url = `/auth/passkeys/${passkey.id}`;
    const rename = (token: string) => api.ask(url, { method: 'PATCH', payload: { name: 'Phone' }, token });
    const remove = (token: string) => api.ask(url, { method: 'DELETE', payload: { password }, token });
    problemOf(await rename(stranger.accessToken), 404);
    problemOf(await remove(stranger.accessToken), 404);
    expect((await rename(person.accessToken)).json()).toMatchObject({ data: { name: 'Phone' } });
    expect((await remove(person.accessToken)).json()).toEqual({ success: true });
    expect((await api.post('/auth/login', { email: ada, password })).statusCode).toBe(200);
    expect(await api.rows('select hash from recovery_code')).toEqual([]);
  });

  test('is not offered where browsers have none', async () => {
    const api = await createPeopleApi(await databases.empty(), { env: { PUBLIC_URL: 'http://192.0.2.1' } });
    problemOf(await api.post('/auth/passkey/options', {}), 400);
  });
});
