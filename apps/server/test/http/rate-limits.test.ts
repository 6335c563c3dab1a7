import { expect, test } from 'vitest';
import { createKysely } from '../../src/db/dialect.ts';
import { addressKey, createRateLimits, rateLimits } from '../../src/lib/rate-limits.ts';
import { password, problemOf } from '../support/api/api-client.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createPeopleApi } from '../support/api/people-api.ts';

const ada = 'ada@example.org';
const minute = 60_000;

describeWithDatabase('A limit', (databases) => {
  const limitsOf = async (now: () => number) =>
    createRateLimits({ kysely: createKysely(await databases.empty()), now });

  test('lets so many through in its time, and says how long to wait', async () => {
    let clock = 1_000_000;
    const limits = await limitsOf(() => clock);
    const { attempts, minutes } = rateLimits.joinByCode;
    for (let i = 0; i < attempts; i++) await limits.take('joinByCode', 'ada');
    clock += 10 * minute + 1;
    await expect(limits.take('joinByCode', 'ada')).rejects.toMatchObject({
      code: 'too_many_requests',
      details: { retryAfterSeconds: (minutes - 10) * 60 },
    });
    await limits.take('joinByCode', 'grace');
    await limits.take('contactSales', 'ada');
    clock += (minutes - 10) * minute - 1;
    await limits.take('joinByCode', 'ada');
  });

  test('counts several at once whole or not at all, and forgets after a success', async () => {
    const limits = await limitsOf(() => 0);
    const { attempts } = rateLimits.invitations;
    await limits.take('invitations', 'ada', { count: attempts - 1 });
    await expect(limits.take('invitations', 'ada', { count: 2 })).rejects.toThrow(/Too many attempts/);
    await limits.take('invitations', 'ada');
    await expect(limits.take('invitations', 'ada')).rejects.toThrow(/Too many attempts/);
    await limits.forgive('invitations', 'ada');
    await expect(limits.take('invitations', 'ada', { count: attempts + 1 })).rejects.toThrow(/Too many/);
    await limits.take('invitations', 'ada', { count: attempts });
  });

  test('counts what arrives at the same time on two processes exactly, and says nothing of whom it limits', async () => {
    const db = await databases.empty();
    const process = () => createRateLimits({ kysely: createKysely(db), now: () => 0 });
    const [first, second] = [process(), process()];
    const { attempts } = rateLimits.invitationsToEmail;
    const taken = await Promise.allSettled(
      Array.from({ length: 2 * attempts }, (_, i) =>
        (i % 2 === 0 ? first : second).take('invitationsToEmail', ada),
      ),
    );
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(attempts);
    const rows = await createKysely(db).selectFrom('rate_window').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('ada');
  });

  test('is forgotten when its time is over', async () => {
    let clock = 0;
    const limits = await limitsOf(() => clock);
    await limits.take('joinByCode', 'ada');
    clock = rateLimits.joinByCode.minutes * minute;
    await limits.forgetEnded();
    await limits.take('joinByCode', 'ada', { count: rateLimits.joinByCode.attempts });
  });
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key);
});

describeWithDatabase('Limits of sign-in', (databases) => {
  test('guessing a password is stopped for the account and address, with Retry-After; the owner elsewhere is not', async () => {
    const api = await createPeopleApi(await databases.empty());
    await api.signUp(ada);
    const guess = (secret: string, ip: string, email = ada) =>
      api.post('/auth/login', { email, password: secret }, { ip });
    const { attempts, minutes } = rateLimits.loginByAccountAndAddress;
    for (let i = 0; i < attempts; i++) problemOf(await guess(`guess ${i}`, '203.0.113.9'), 401);
    for (const email of [ada, 'ADA@example.org']) {
      const refused = await guess(password, '203.0.113.9', email);
      expect(problemOf(refused, 429).code).toBe('too_many_requests');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(minutes * 60);
    }
    expect((await guess(password, '198.51.100.1')).statusCode).toBe(200);
    problemOf(await guess(password, '203.0.113.9', 'grace@example.org'), 401);
    api.clock += minutes * minute;
    expect((await guess(password, '203.0.113.9')).statusCode).toBe(200);
  });

  test('an unknown email is limited like a known one', async () => {
    const api = await createPeopleApi(await databases.empty());
    const answers = [];
    for (let i = 0; i <= rateLimits.loginByAccountAndAddress.attempts; i++) {
      answers.push((await api.post('/auth/login', { email: ada, password })).statusCode);
    }
    expect(answers.slice(-2)).toEqual([401, 429]);
  });

  test('a right password forgives the wrong ones before it', async () => {
    const api = await createPeopleApi(await databases.empty());
    await api.signUp(ada);
    for (let round = 0; round < 3; round++) {
      for (let i = 1; i < rateLimits.loginByAccountAndAddress.attempts; i++) {
        problemOf(await api.post('/auth/login', { email: ada, password: 'x' }), 401);
      }
      await api.logIn(ada);
    }
  });

  test('reset mails are limited for each account, known or not', async () => {
    const api = await createPeopleApi(await databases.empty());
    await api.signUp(ada);
    for (const email of [ada, 'nobody@example.org']) {
      const answers = [];
      for (let i = 0; i <= rateLimits.forgetPasswordByAccount.attempts; i++) {
        answers.push((await api.post('/auth/forget-password', { email })).statusCode);
      }
      expect(answers.slice(-2)).toEqual([200, 429]);
    }
  });

  test('X-Forwarded-For is believed from TRUST_PROXY alone', async () => {
    const { attempts } = rateLimits.loginByAccountAndAddress;
    for (const [trust, expected] of [
      [undefined, 429],
      ['127.0.0.1', 401],
    ] as const) {
      const env = trust === undefined ? {} : { TRUST_PROXY: trust };
      const api = await createPeopleApi(await databases.empty(), { env });
      let last = 0;
      for (let i = 0; i <= attempts; i++) {
        const headers = { 'x-forwarded-for': `203.0.113.${i}` };
        const answer = await api.post('/auth/login', { email: ada, password }, { headers, ip: '127.0.0.1' });
        last = answer.statusCode;
      }
      expect(last).toBe(expected);
    }
  });
});
