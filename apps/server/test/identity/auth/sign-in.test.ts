import { apiBase } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { password, problemOf } from '../../support/api/api-client.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { createPeopleApi, dataOf, opened, type PeopleApi, statuses } from '../../support/api/people-api.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const ada = 'ada@example.org';
const grace = 'grace@example.org';
const other = 'another horse battery';
const userShape = z.object({ user: z.looseObject({ emailVerified: z.boolean(), role: z.string() }) });
const me = async (api: PeopleApi, token: string) =>
  dataOf(await api.ask('/auth/session', { token }), userShape).user;
const actions = async (api: PeopleApi): Promise<string[]> =>
  (await api.rows<{ action: string }>('select action from audit_log order by sequence')).map(
    (row) => row.action,
  );

describeWithDatabase('Signing up', (databases) => {
  test('mails a link that proves the email once, within three days', async () => {
    const api = await createPeopleApi(await databases.empty());
    const { accessToken: token } = await api.signUp(ada);
    expect(await me(api, token)).toMatchObject({ emailVerified: false, role: 'user', provider: false });
    const link = await api.linkTo(ada, 'verify_email');
    expect(link.pathname).toBe('/verify-email');
    const proof = { token: link.searchParams.get('token') ?? '' };
    api.clock += 3 * day + 1;
    expect(problemOf(await api.post('/auth/verify-email', proof), 400).code).toBe('token_invalid');
    api.clock -= 3 * day + 1;
    const answer = await api.post('/auth/verify-email', proof);
    expect(answer.json()).toEqual({ success: true, data: { email: ada } });
    problemOf(await api.post('/auth/verify-email', proof), 400);
    expect(await me(api, token)).toMatchObject({ emailVerified: true });
    expect(await actions(api)).toEqual(['user.signed_up', 'user.signed_in', 'email.verified']);
  });

  test('a new link ends the older one; a proven email gets none', async () => {
    const api = await createPeopleApi(await databases.empty());
    const { accessToken: token } = await api.signUp(ada);
    const first = await api.linkTo(ada, 'verify_email');
    expect((await api.post('/auth/verify-email/send', {}, { token })).statusCode).toBe(200);
    const second = await api.linkTo(ada, 'verify_email');
    problemOf(await api.post('/auth/verify-email', { token: first.searchParams.get('token') }), 400);
    await api.post('/auth/verify-email', { token: second.searchParams.get('token') });
    await api.post('/auth/verify-email/send', {}, { token });
    expect(await api.mails(ada)).toHaveLength(2);
  });

  test.each([
    ['a name of 10,000 characters', { name: 'x'.repeat(10_000) }],
    ['a surname of 10,000 characters', { surname: 'x'.repeat(10_000) }],
    ['a line break in the name', { name: 'Ada\r\nBcc: eve@example.org' }],
    ['a line break in the email', { email: 'ada@example.org\r\nBcc: eve@example.org' }],
    ['two emails', { email: 'ada@example.org, eve@example.org' }],
    ['an email with a display name', { email: 'Ada <ada@example.org>' }],
    ['an email of 10,000 characters', { email: `${'a'.repeat(10_000)}@example.org` }],
    ['a full-width email', { email: 'ａda@example.org' }],
    ['an email with a dotless i', { email: 'adı@example.org' }],
    ['a name of the wrong type', { name: { $ne: '' } }],
    ['blanks for a name', { name: '   ' }],
  ])('%s is refused and makes no account', async (_, change) => {
    const api = await createPeopleApi(await databases.empty());
    const input = { name: 'Ada', surname: 'Tester', email: ada, password, ...change };
    expect(problemOf(await api.post('/auth/signup', input), 400).code).toBe('validation_failed');
    expect(await api.rows('select id from app_user')).toEqual([]);
    expect(await api.mails()).toEqual([]);
  });

  test('the mail says nothing that whoever typed the email has written', async () => {
    const api = await createPeopleApi(await databases.empty());
    await api.signUp(ada, { name: 'You have won', surname: 'Call 555 0100 now' });
    const [mail] = await api.mails(ada);
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(/555 0100|You have won/);
  });
});

describeWithDatabase('The first operator', (databases) => {
  test('is whoever uses the setup link; it works once, and there is none afterwards', async () => {
    const api = await createPeopleApi(await databases.empty());
    const old = await api.context.operatorSetup.link();
    const link = await api.context.operatorSetup.link();
    const tokenOf = (path?: string) => new URL(path ?? '', 'http://x').searchParams.get('setup');
    const person = { name: 'Ada', surname: 'Tester', email: ada, password };
    expect(problemOf(await api.post('/auth/signup', { ...person, setupToken: tokenOf(old) }), 400).code).toBe(
      'token_invalid',
    );
    expect(await api.rows('select id from app_user')).toEqual([]);
    const { accessToken: token } = await api.signUp(ada, { setupToken: tokenOf(link) });
    expect(await me(api, token)).toMatchObject({ role: 'operator', provider: true, emailVerified: false });
    expect((await api.ask('/operator/outbox', { token })).statusCode).toBe(200);
    const again = { ...person, email: grace, setupToken: tokenOf(link) };
    problemOf(await api.post('/auth/signup', again), 400);
    expect(await api.context.operatorSetup.link()).toBeUndefined();
  });

  test('can be somebody who has an account; of two at once one becomes it', async () => {
    const api = await createPeopleApi(await databases.empty());
    const people = [await api.signUp(ada), await api.signUp(grace)];
    const link = await api.context.operatorSetup.link();
    const setupToken = new URL(link ?? '', 'http://x').searchParams.get('setup');
    const answers = await Promise.all(
      people.map(({ accessToken: token }) => api.post('/auth/operator', { setupToken }, { token })),
    );
    expect(statuses(answers)).toEqual([200, 400]);
    const operators = await api.rows(`select id from app_user where role = 'operator'`);
    expect(operators).toHaveLength(1);
  });

  test('stays the only way: with an operator there, an older link makes no second one', async () => {
    const api = await createPeopleApi(await databases.empty());
    const { id } = await api.signUp(ada);
    const { accessToken: token } = await api.signUp(grace);
    const link = await api.context.operatorSetup.link();
    const setupToken = new URL(link ?? '', 'http://x').searchParams.get('setup');
    await api.rows(`update app_user set role = 'operator' where id = $1`, [id]);
    expect(problemOf(await api.post('/auth/operator', { setupToken }, { token }), 400).code).toBe(
      'token_invalid',
    );
    expect(await me(api, token)).toMatchObject({ role: 'user' });
  });

  test('the outbox is closed to everybody else', async () => {
    const api = await createPeopleApi(await databases.empty());
    const { accessToken: token } = await api.signUp(ada);
    const [mail] = await api.mails();
    for (const url of ['/operator/outbox', `/operator/outbox/${mail?.id}`]) {
      expect(problemOf(await api.ask(url, { token }), 403).code).toBe('forbidden');
      problemOf(await api.ask(url), 401);
    }
    problemOf(await api.post(`/operator/outbox/${mail?.id}/retry`, {}, { token }), 403);
  });
});

describeWithDatabase('The provider’s people', (databases) => {
  test('are those with a proven email in PROVIDER_DOMAIN, exactly', async () => {
    const api = await createPeopleApi(await databases.empty(), { env: { PROVIDER_DOMAIN: 'Example.org' } });
    for (const [email, expected] of [
      ['ada@EXAMPLE.org', true],
      ['ada@evil-example.org', false],
      ['ada@example.org.evil.test', false],
      ['ada@sub.example.org', false],
    ] as const) {
      const { accessToken: token } = await api.signUp(email);
      expect(await me(api, token)).toMatchObject({ provider: false });
      const link = await api.linkTo(email, 'verify_email');
      await api.post('/auth/verify-email', { token: link.searchParams.get('token') });
      expect(await me(api, token)).toMatchObject({ provider: expected, emailVerified: true });
    }
  });
});

describeWithDatabase('A forgotten password', (databases) => {
  const forget = async (api: PeopleApi, email: string) => {
    const answer = await api.post('/auth/forget-password', { email });
    await workLater(api);
    return answer;
  };
  async function workLater(api: PeopleApi): Promise<void> {
    api.clock += 2000;
    await api.work();
  }
  const resetUrl = '/auth/reset-password';
  const of = (link: URL) => Object.fromEntries(link.searchParams);
  const newPassword = { password: other, confirmPassword: other };

  //
  test('known and unknown emails get the same answer after the same work, and only the known one a mail', async () => {
    const api = await createPeopleApi(await databases.empty());
    await api.signUp(ada);
    const count = () => api.rows('select kind from one_time_token where kind = $1', ['reset_request']);
    const known = await api.post('/auth/forget-password', { email: ada });
    expect(await count()).toHaveLength(1);
    const unknown = await api.post('/auth/forget-password', { email: grace });
    expect(await count()).toHaveLength(2);
    expect(unknown.body).toBe(known.body);
    expect(known.json()).toEqual({
      success: true,
      message: 'Password reset instructions have been sent to your email',
    });
    await workLater(api);
    expect(await count()).toEqual([]);
    expect((await api.mails()).map((mail) => [mail.to, mail.template])).toEqual([
      [ada, 'verify_email'],
      [ada, 'reset_password'],
    ]);
  });

  test('the link sets a password once, proves the email and ends every session', async () => {
    const api = await createPeopleApi(await databases.empty());
    const { accessToken, refreshToken } = await api.signUp(ada);
    await forget(api, 'ADA@Example.org');
    const link = await api.linkTo(ada, 'reset_password');
    expect(link.pathname).toBe('/reset-password');
    const answer = await api.post(resetUrl, { ...of(link), ...newPassword });
    expect(answer.json()).toEqual({
      success: true,
      message: 'Your password has been reset successfully',
    });
    expect(await api.statusWith(accessToken)).toBe(401);
    problemOf(await api.post('/auth/refresh', { refreshToken }), 401);
    problemOf(await api.post('/auth/login', { email: ada, password }), 401);
    const session = await api.logIn(ada, other);
    expect(await me(api, session.accessToken)).toMatchObject({ emailVerified: true });
    expect(problemOf(await api.post(resetUrl, { ...of(link), ...newPassword }), 400).code).toBe(
      'token_invalid',
    );
    expect((await api.mails(ada)).at(-1)?.template).toBe('password_changed');
  });

  test('the reset of an account whose email nobody had proven ends the factors of whoever made it', async () => {
    const api = await createPeopleApi(await databases.empty());
    const { id } = await api.signUp(ada);
    const plant = () =>
      api.rows(
        `insert into user_identity (issuer, subject, user_id, name, linked_at) values ('i', $1, $2, 'n', now())`,
        [crypto.randomUUID(), id],
      );
    await plant();
    await forget(api, ada);
    await api.post(resetUrl, { ...of(await api.linkTo(ada, 'reset_password')), ...newPassword });
    expect(await api.rows('select subject from user_identity')).toEqual([]);
    // From now on the email is proven: factors are the owner's and stay.
    await plant();
    await forget(api, ada);
    const again = { password, confirmPassword: password };
    await api.post(resetUrl, { ...of(await api.linkTo(ada, 'reset_password')), ...again });
    expect(await api.rows('select subject from user_identity')).toHaveLength(1);
  });

  test('of two resets with one link at once, one wins', async () => {
    const api = await createPeopleApi(await databases.empty());
    await api.signUp(ada);
    await forget(api, ada);
    const link = of(await api.linkTo(ada, 'reset_password'));
    const passwords = ['first password', 'second password'];
    const answers = await Promise.all(
      passwords.map((secret) => api.post(resetUrl, { ...link, password: secret, confirmPassword: secret })),
    );
    expect(statuses(answers)).toEqual([200, 400]);
    const winner = passwords[answers.findIndex((answer) => answer.statusCode === 200)] ?? '';
    await api.logIn(ada, winner);
  });

  test('links that are old, replaced, of another person or made up are refused alike', async () => {
    const api = await createPeopleApi(await databases.empty());
    await api.signUp(ada);
    const { id: graceId } = await api.signUp(grace);
    await forget(api, ada);
    const replaced = await api.linkTo(ada, 'reset_password');
    await forget(api, ada);
    const link = await api.linkTo(ada, 'reset_password');
    const id = link.searchParams.get('id') ?? '';
    const token = link.searchParams.get('token') ?? '';
    const verify = (await api.linkTo(ada, 'verify_email')).searchParams.get('token') ?? '';
    for (const [who, what] of [
      [id, replaced.searchParams.get('token') ?? ''],
      [graceId, token],
      [id, verify],
      [id, 'x'],
      ['not-an-id', token],
      [id, `${token}x`],
    ] as const) {
      const answer = await api.post(resetUrl, { id: who, token: what, ...newPassword });
      expect(problemOf(answer, 400)).toMatchObject({
        code: 'token_invalid',
        message: 'Failed to reset password. Please try again.',
      });
    }
    api.clock += 60 * minute;
    problemOf(await api.post(resetUrl, { ...of(link), ...newPassword }), 400);
    api.clock -= 60 * minute;
    await api.logIn(ada);
    expect((await api.post(resetUrl, { ...of(link), ...newPassword })).statusCode).toBe(200);
  });

  test('a token of one kind is none of another', async () => {
    const api = await createPeopleApi(await databases.empty());
    const { accessToken } = await api.signUp(ada);
    await forget(api, ada);
    const setup = await api.context.operatorSetup.link();
    const tokens = {
      verify: (await api.linkTo(ada, 'verify_email')).searchParams.get('token'),
      reset: (await api.linkTo(ada, 'reset_password')).searchParams.get('token'),
      setup: new URL(setup ?? '', 'http://x').searchParams.get('setup'),
    };
    for (const token of [tokens.reset, tokens.setup]) {
      problemOf(await api.post('/auth/verify-email', { token }), 400);
    }
    for (const setupToken of [tokens.reset, tokens.verify]) {
      problemOf(await api.post('/auth/operator', { setupToken }, { token: accessToken }), 400);
    }
    for (const ticket of Object.values(tokens)) problemOf(await api.post('/auth/ticket', { ticket }), 401);
    expect(await me(api, accessToken)).toMatchObject({ role: 'user', emailVerified: false });
    // Trying them in the wrong place did not use them up.
    expect((await api.post('/auth/verify-email', { token: tokens.verify })).statusCode).toBe(200);
  });

  //
  test('both passwords must be the same and long enough', async () => {
    const api = await createPeopleApi(await databases.empty());
    const link = { id: crypto.randomUUID(), token: 'x' };
    const differ = problemOf(
      await api.post(resetUrl, { ...link, password: other, confirmPassword: `${other}!` }),
      400,
    );
    expect(differ.errors).toEqual([{ field: 'confirmPassword', message: 'Passwords do not match' }]);
    const short = problemOf(
      await api.post(resetUrl, { ...link, password: '1234567', confirmPassword: '1234567' }),
      400,
    );
    expect(short.errors?.[0]?.message).toBe('Password must be at least 8 characters');
  });

  test('tokens are kept as hashes only', async () => {
    const api = await createPeopleApi(await databases.empty());
    await api.signUp(ada);
    await forget(api, ada);
    const token = (await api.linkTo(ada, 'reset_password')).searchParams.get('token') ?? '';
    const tokens = await api.rows('select * from one_time_token');
    const mails = await api.rows<{ content: Uint8Array }>('select * from outbox_mail');
    const stored =
      JSON.stringify([tokens, mails]) + mails.map((row) => Buffer.from(row.content).toString()).join();
    expect(stored).not.toContain(token);
    expect(tokens.length).toBeGreaterThan(0);
  });
});

describeWithDatabase('Changing the password', (databases) => {
  //
  test('needs the current one, ends other sessions, and is told by mail', async () => {
    const api = await createPeopleApi(await databases.empty());
    const { accessToken: elsewhere } = await api.signUp(ada);
    const { accessToken: token } = await api.logIn(ada);
    const wrong = await api.post(
      '/auth/change-password',
      { currentPassword: 'x', newPassword: other },
      { token },
    );
    // Not 401: that would end the session of whoever mistyped.
    expect(problemOf(wrong, 400).errors?.[0]).toEqual({
      field: 'currentPassword',
      message: 'Failed to update password. Please check your current password and try again.',
    });
    problemOf(await api.post('/auth/change-password', { newPassword: other }, { token }), 400);
    const right = { currentPassword: password, newPassword: other };
    const answer = await api.post('/auth/change-password', right, { token });
    expect(answer.json()).toEqual({ success: true, message: 'Password updated successfully' });
    expect([await api.statusWith(token), await api.statusWith(elsewhere)]).toEqual([200, 401]);
    await api.logIn(ada, other);
    expect((await api.mails(ada)).at(-1)?.template).toBe('password_changed');
  });

  test('of two changes at once one wins', async () => {
    const api = await createPeopleApi(await databases.empty());
    const { accessToken: token } = await api.signUp(ada);
    const change = (newPassword: string) =>
      api.post('/auth/change-password', { currentPassword: password, newPassword }, { token });
    const answers = await Promise.all([change('first password'), change('second password')]);
    expect(statuses(answers)).toEqual([200, 409]);
  });
});

describeWithDatabase('Removing an account', (databases) => {
  const remove = (api: PeopleApi, id: string, token: string, payload?: object) =>
    api.ask(`/auth/remove/${id}`, { method: 'DELETE', token, ...(payload ? { payload } : {}) });

  //
  test('needs the password; afterwards the person is gone and the log intact', async () => {
    const api = await createPeopleApi(await databases.empty());
    const { id, accessToken: token } = await api.signUp(ada, { name: 'Adalbert' });
    expect(problemOf(await remove(api, id, token), 403).code).toBe('proof_required');
    problemOf(await remove(api, id, token, { password: 'wrong' }), 403);
    const answer = await remove(api, id, token, { password });
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
    expect(await api.statusWith(token)).toBe(401);
    problemOf(await api.post('/auth/login', { email: ada, password }), 401);
    const [row] = await api.rows<Record<string, unknown>>('select * from app_user');
    expect(row).toMatchObject({ id, name: 'Deleted', surname: '', email: '', password_hash: null });
    for (const table of ['app_user', 'app_session', 'one_time_token', 'outbox_mail', 'audit_detail']) {
      const text = JSON.stringify(await api.rows(`select * from ${table}`), (_, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      );
      expect(text).not.toMatch(/Adalbert|ada@example/);
    }
    expect(await api.context.audit.verify(null)).toMatchObject({ intact: true });
    // The email is free again.
    expect((await api.signUp(ada)).id).not.toBe(id);
  });

  test('is one’s own alone, or the operator’s', async () => {
    const api = await createPeopleApi(await databases.empty());
    const person = await api.signUp(ada);
    const stranger = await api.signUp(grace);
    for (const id of [person.id, crypto.randomUUID(), 'not-an-id']) {
      expect(problemOf(await remove(api, id, stranger.accessToken, { password }), 404).message).toBe(
        'Account not found',
      );
    }
    const link = await api.context.operatorSetup.link();
    const setupToken = new URL(link ?? '', 'http://x').searchParams.get('setup');
    await api.post('/auth/operator', { setupToken }, { token: stranger.accessToken });
    expect((await remove(api, person.id, stranger.accessToken, { password })).statusCode).toBe(200);
    expect(await api.statusWith(person.accessToken)).toBe(401);
    problemOf(await remove(api, person.id, stranger.accessToken, { password }), 404);
  });
});

describeWithDatabase('Sign-in', (databases) => {
  test('says which ways there are', async () => {
    const api = await createPeopleApi(await databases.empty());
    expect((await api.ask('/auth/providers')).json()).toEqual({
      success: true,
      data: { openid: null, passkeys: true, mail: false, registration: 'open', demo: null },
    });
    const start = await api.ask('/auth/google');
    expect([start.statusCode, start.headers.location]).toEqual([302, '/auth/callback?error=not_configured']);
    const plain = await createPeopleApi(await databases.empty(), {
      env: { PUBLIC_URL: 'http://hopscope.example.org' },
    });
    expect((await plain.ask('/auth/providers')).json()).toMatchObject({ data: { passkeys: false } });
  });

  test('failures are recorded in the audit log, for known and unknown emails alike', async () => {
    const api = await createPeopleApi(await databases.empty());
    await api.signUp(ada);
    for (const email of [ada, grace])
      problemOf(await api.post('/auth/login', { email, password: 'wrong' }), 401);
    expect((await actions(api)).filter((action) => action === 'user.sign_in_failed')).toHaveLength(2);
    expect(opened(await api.post('/auth/login', { email: ada, password })).accessToken).toMatch(/^ey/);
  });

  test('answers of sign-in are never kept by a cache', async () => {
    const api = await createPeopleApi(await databases.empty());
    await api.signUp(ada);
    const answer = await api.app.inject({
      method: 'POST',
      url: `${apiBase}/auth/login`,
      payload: { email: ada, password },
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});
