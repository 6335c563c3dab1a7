import { type CallOutput, login, refreshSession, signup } from '@hopscope/contract';
import argon2 from '@node-rs/argon2';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { withSession } from '../../src/db/session.ts';
import { type Api, password, person, problemOf } from '../support/api/api-client.ts';
import { describeLedger } from '../support/ledger/loaded-ledger.ts';

const day = 86_400_000;
let clock = Date.UTC(2026, 0, 1);
let serial = 0;
const post = (api: Api, path: string, payload: object) =>
  api.send({ method: 'POST', url: `/auth/${path}`, payload, headers: { authorization: '' } });
const sessionWith = async (api: Api, token: string): Promise<number> =>
  (await api.send({ url: '/auth/session', headers: { authorization: `Bearer ${token}` } })).statusCode;

describeLedger('Accounts', { now: () => clock }, (loaded) => {
  let email = '';
  beforeEach(() => {
    email = `person${++serial}@example.org`;
  });
  const rowsOf = (address: string): Promise<number> =>
    withSession(loaded.db, async (session) => {
      const sql = 'select count(*) as n from app_user where email_key = $1';
      return Number((await session.query<{ n: bigint }>(sql, [address])).rows[0]?.n);
    });
  const refresh = (refreshToken: string) => post(loaded.api, 'refresh', { refreshToken });

  //
  test('signing up opens a session; the password is kept as an argon2id hash only', async () => {
    const { data } = await loaded.api.call(signup, { body: person(email) });
    expect(data.user).toMatchObject({ name: 'Grace', surname: 'Tester', email, role: 'user' });
    expect(await sessionWith(loaded.api, data.user.accessToken)).toBe(200);
    const stored = await withSession(loaded.db, (session) =>
      session.query<{ password_hash: string; refresh_hash: Uint8Array }>(
        'select password_hash, refresh_hash from app_user u join app_session s on s.user_id = u.id where email = $1',
        [email],
      ),
    );
    expect(stored.rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(stored.rows[0]?.refresh_hash).toHaveLength(32);
    expect(Buffer.from(stored.rows[0]?.refresh_hash ?? []).toString('base64url')).not.toBe(
      data.user.refreshToken,
    );
  });

  test('twenty identical sign-ups at once make one account', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(loaded.api, 'signup', person(email))),
    );
    const made = answers.filter((answer) => answer.statusCode === 201);
    expect(made).toHaveLength(1);
    for (const answer of answers) {
      if (answer === made[0]) continue;
      expect(problemOf(answer, 409)).toMatchObject({ code: 'email_taken', errors: [{ field: 'email' }] });
    }
    expect(await rowsOf(email)).toBe(1);
  });

  test('an email is the same in any case, and Unicode look-alikes make no second account', async () => {
    await loaded.api.call(signup, { body: person(email) });
    for (const same of [email.toUpperCase(), email.replace('person', 'Person')]) {
      expect(problemOf(await post(loaded.api, 'signup', person(same)), 409).code).toBe('email_taken');
      await loaded.api.call(login, { body: { email: same, password } });
    }
    const wide = email.replace('p', '\uff50');
    expect([409, 400]).toContain((await post(loaded.api, 'signup', person(wide))).statusCode);
    expect(await rowsOf(email)).toBe(1);
    await loaded.api.call(login, { body: { email: ` ${email} `, password } });
  });

  test('names of people are kept as they are written', async () => {
    const names = { name: 'Zoë 李', surname: "O'Neil-Ñandú; drop table" };
    const { data } = await loaded.api.call(signup, { body: { ...person(email), ...names } });
    expect(data.user).toMatchObject(names);
  });

  test('a character that no text of the database can hold is refused, not an error', async () => {
    for (const field of ['name', 'surname'] as const) {
      const answer = await post(loaded.api, 'signup', { ...person(email), [field]: 'a\0b' });
      expect(problemOf(answer, 400).errors?.[0]?.field).toBe(field);
    }
    problemOf(await post(loaded.api, 'signup', { ...person(email), email: 'a\0b@example.org' }), 400);
    problemOf(await post(loaded.api, 'login', { email: 'a\0b@example.org', password }), 400);
    problemOf(await post(loaded.api, 'login', { email: '\ud800@example.org', password }), 401);
    expect((await post(loaded.api, 'signup', { ...person(email), password: 'pass\0word' })).statusCode).toBe(
      201,
    );
  });

  //
  test('an unknown email and a wrong password get the same answer after the same work', async () => {
    const verify = vi.spyOn(argon2, 'verify');
    onTestFinished(() => verify.mockRestore());
    await loaded.api.call(signup, { body: person(email) });
    const wrong = await post(loaded.api, 'login', { email, password: `${password}!` });
    expect(verify).toHaveBeenCalledTimes(1);
    const unknown = await post(loaded.api, 'login', { email: 'nobody@example.org', password });
    expect(verify).toHaveBeenCalledTimes(2);
    const hashes = verify.mock.calls.map(([hash]) => String(hash).split('$').slice(0, 4));
    expect(hashes[1]).toEqual(hashes[0]);
    const [first, second] = [problemOf(wrong, 401), problemOf(unknown, 401)];
    expect({ ...second, requestId: '' }).toEqual({ ...first, requestId: '' });
    expect(first).toMatchObject({ code: 'login_failed', message: 'Please check your email and password' });
  });

  test('passwords: 8 to 256 characters, every one counts', async () => {
    for (const bad of ['1234567', 'x'.repeat(257)]) {
      const refusal = problemOf(await post(loaded.api, 'signup', { ...person(email), password: bad }), 400);
      expect(refusal.errors?.[0]?.field).toBe('password');
    }
    const long = 'x'.repeat(256);
    await loaded.api.call(signup, { body: { ...person(email), password: long } });
    problemOf(await post(loaded.api, 'login', { email, password: long.slice(1) }), 401);
    await loaded.api.call(login, { body: { email, password: long } });
  });

  test('a refresh token works once: of six uses at once one wins, and the others end the session', async () => {
    const { data } = await loaded.api.call(signup, { body: person(email) });
    const next = await loaded.api.call(refreshSession, { body: { refreshToken: data.user.refreshToken } });
    expect(await sessionWith(loaded.api, next.data.accessToken)).toBe(200);
    const all = await Promise.all(Array.from({ length: 6 }, () => refresh(next.data.refreshToken)));
    const won = all.filter((answer) => answer.statusCode === 200);
    expect(won).toHaveLength(1);
    expect(all.filter((answer) => answer.statusCode === 401)).toHaveLength(5);
    const last: CallOutput<typeof refreshSession> | undefined = won[0]?.json();
    expect(await sessionWith(loaded.api, last?.data.accessToken ?? '')).toBe(401);
    problemOf(await refresh(last?.data.refreshToken ?? ''), 401);
    for (const garbage of ['', 'x', 'a\0b', data.user.accessToken]) {
      problemOf(await refresh(garbage), 401);
    }
  });

  test('a session ends 90 days after it began, even if it is used', async () => {
    const start = clock;
    const { data } = await loaded.api.call(signup, { body: person(email) });
    let { refreshToken } = data.user;
    for (let days = 13; days < 90; days += 13) {
      clock = start + days * day;
      ({ refreshToken } = (await loaded.api.call(refreshSession, { body: { refreshToken } })).data);
    }
    clock = start + 90 * day - 1;
    const last = (await loaded.api.call(refreshSession, { body: { refreshToken } })).data;
    clock += 2;
    problemOf(await refresh(last.refreshToken), 401);
    expect(await sessionWith(loaded.api, last.accessToken)).toBe(401);
    clock = start;
  });

  test('a session ends 14 days after its last refresh, or at logout', async () => {
    const start = clock;
    const { data } = await loaded.api.call(signup, { body: person(email) });
    clock += 13 * day;
    const renewed = await loaded.api.call(refreshSession, { body: { refreshToken: data.user.refreshToken } });
    clock += 13 * day;
    const again = await loaded.api.call(refreshSession, {
      body: { refreshToken: renewed.data.refreshToken },
    });
    clock += 14 * day + 1;
    problemOf(await refresh(again.data.refreshToken), 401);
    clock = start;
    const other = await loaded.api.call(login, { body: { email, password } });
    const headers = { authorization: `Bearer ${other.data.accessToken}` };
    await loaded.api.send({ method: 'POST', url: '/auth/logout', headers });
    problemOf(await refresh(other.data.refreshToken), 401);
    expect(await sessionWith(loaded.api, other.data.accessToken)).toBe(401);
  });
});
