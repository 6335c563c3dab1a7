import { describe, expect, test } from 'vitest';
import { AppError } from '../../src/lib/app-error.ts';
import { addressKey, createRateLimits, rateLimits } from '../../src/lib/rate-limits.ts';
import { password, problemOf } from '../support/api/api-client.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createPeopleApi } from '../support/api/people-api.ts';

const ada = 'ada@example.org';
const minute = 60_000;

describe('A limit', () => {
  test('lets so many through in its time, and says how long to wait', () => {
    let clock = 1_000_000;
    const limits = createRateLimits({ now: () => clock });
    const { attempts, minutes } = rateLimits.joinByCode;
    for (let i = 0; i < attempts; i++) limits.take('joinByCode', 'ada');
    clock += 10 * minute + 1;
    const refusal = (): unknown => {
      try {
        limits.take('joinByCode', 'ada');
        return undefined;
      } catch (error) {
        return error;
      }
    };
    const error = refusal();
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({
      code: 'too_many_requests',
      details: { retryAfterSeconds: (minutes - 10) * 60 },
    });
    limits.take('joinByCode', 'grace');
    limits.take('contactSales', 'ada');
    clock += (minutes - 10) * minute - 1;
    expect(refusal()).toBeUndefined();
  });

  test('counts several at once whole or not at all, and forgets after a success', () => {
    const limits = createRateLimits({ now: () => 0 });
    const { attempts } = rateLimits.invitations;
    limits.take('invitations', 'ada', attempts - 1);
    expect(() => limits.take('invitations', 'ada', 2)).toThrow(/Too many attempts/);
    limits.take('invitations', 'ada', 1);
    expect(() => limits.take('invitations', 'ada')).toThrow(/Too many attempts/);
    limits.forgive('invitations', 'ada');
    expect(() => limits.take('invitations', 'ada', attempts)).not.toThrow();
  });

  test('counters of one context are none of another’s', () => {
    const [first, second] = [createRateLimits({ now: () => 0 }), createRateLimits({ now: () => 0 })];
    first.take('invitations', 'ada', rateLimits.invitations.attempts);
    expect(() => first.take('invitations', 'ada')).toThrow(/Too many attempts/);
    expect(() => second.take('invitations', 'ada')).not.toThrow();
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
