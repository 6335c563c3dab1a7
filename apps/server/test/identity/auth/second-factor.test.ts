import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { hashRecoveryCode, totpStep } from '../../../src/contexts/identity/auth/factors/totp.ts';
import { type SqlDatabase, withSession } from '../../../src/db/session.ts';
import { password, problemOf, tokenSecret } from '../../support/api/api-client.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { createPeopleApi, dataOf, opened, type PeopleApi, statuses } from '../../support/api/people-api.ts';

const ada = 'ada@example.org';
const minute = 60_000;
const codesShape = z.object({ recoveryCodes: z.array(z.string()) });
const setupShape = z.object({ secret: z.string(), uri: z.string() });
const challengeShape = z.object({ challenge: z.string(), methods: z.array(z.string()) });

interface Enrolled {
  api: PeopleApi;
  token: string;
  secret: string;
  recoveryCodes: string[];
  /** What the app shows at the clock of the tests, `steps` of 30 seconds away. */
  code(steps?: number): string;
}

/** Somebody with an authenticator app; the clock stands a step after the code that turned it on. */
async function enroll(db: SqlDatabase): Promise<Enrolled> {
  const api = await createPeopleApi(db);
  const { accessToken: token } = await api.signUp(ada);
  const { secret } = dataOf(await api.post('/auth/totp/setup', { password }, { token }), setupShape);
  const code = (steps = 0): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.clock + steps * 30_000 });
  const confirmed = await api.post('/auth/totp/confirm', { code: code() }, { token });
  const { recoveryCodes } = dataOf(confirmed, codesShape);
  api.clock += 60_000;
  return { api, token, secret, recoveryCodes, code };
}

async function challenge(api: PeopleApi): Promise<z.output<typeof challengeShape>> {
  const refusal = problemOf(await api.post('/auth/login', { email: ada, password }), 401);
  expect(refusal.code).toBe('second_factor_required');
  return challengeShape.parse(refusal.details);
}
const answer = (api: PeopleApi, challengeToken: string, code: string, method = 'totp') =>
  api.post('/auth/second-factor', { challenge: challengeToken, method, code });

describeWithDatabase('An authenticator app', (databases) => {
  test('works after the secret of the server was replaced, also without the one before', async () => {
    const db = await databases.empty();
    const enrolled = await enroll(db);
    const next = 'the next secret of the tests, long enough';
    const signIn = async (api: PeopleApi, start: number): Promise<number> => {
      api.clock = start;
      const { challenge: asked } = await challenge(api);
      return (await answer(api, asked, enrolled.code())).statusCode;
    };
    const { clock } = enrolled.api;
    const env = { TOKEN_SECRET_PREVIOUS: tokenSecret };
    const both = await createPeopleApi(db, { start: clock, tokenSecret: next, env });
    expect(await signIn(both, clock)).toBe(200);
    const secretNow = async () =>
      withSession(db, async (session) => (await session.query('select secret from user_totp')).rows);
    const before = await secretNow();
    await both.context.jobs.runDue();
    expect(await secretNow()).not.toEqual(before);
    enrolled.api.clock = clock + 60_000;
    const without = await createPeopleApi(db, { start: clock + 60_000, tokenSecret: next });
    expect(await signIn(without, clock + 60_000)).toBe(200);
  });

  test('is set up with the password and its first code, and asked for from then on', async () => {
    const api = await createPeopleApi(await databases.empty());
    const { accessToken: token } = await api.signUp(ada);
    expect(problemOf(await api.post('/auth/totp/setup', {}, { token }), 403).code).toBe('proof_required');
    problemOf(await api.post('/auth/totp/setup', { password: 'wrong' }, { token }), 403);
    const { secret, uri } = dataOf(await api.post('/auth/totp/setup', { password }, { token }), setupShape);
    expect(uri).toMatch(
      /^otpauth:\/\/totp\/Hopscope:ada%40example\.org\?issuer=Hopscope&secret=[A-Z2-7]{32}&/,
    );
    // Until the first code, nothing has changed.
    expect((await api.post('/auth/login', { email: ada, password })).statusCode).toBe(200);
    expect(problemOf(await api.post('/auth/totp/confirm', { code: '000000' }, { token }), 400).code).toBe(
      'second_factor_failed',
    );
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.clock });
    const { recoveryCodes } = dataOf(await api.post('/auth/totp/confirm', { code }, { token }), codesShape);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const each of recoveryCodes)
      expect(each).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect((await challenge(api)).methods).toEqual(['totp', 'recovery_code']);
    expect((await api.mails(ada)).at(-1)?.template).toBe('second_factor_changed');
    // This session has just given a code; one that only gave the password has not.
    expect((await api.ask('/auth/security', { token })).json()).toMatchObject({
      data: {
        totp: { enabled: true },
        recoveryCodesLeft: 10,
        secondFactor: true,
        recentProof: true,
        password: true,
      },
    });
    expect(problemOf(await api.post('/auth/totp/setup', { password }, { token }), 409).code).toBe('conflict');
  });

  test('opens a session with its code, which works once', async () => {
    const { api, code } = await enroll(await databases.empty());
    const first = await challenge(api);
    const second = await challenge(api);
    const used = code();
    const session = opened(await answer(api, first.challenge, used));
    expect((await api.ask('/auth/security', { token: session.accessToken })).json()).toMatchObject({
      data: { secondFactor: true },
    });
    expect(problemOf(await answer(api, second.challenge, used), 401).code).toBe('second_factor_failed');
    problemOf(await answer(api, first.challenge, code(1)), 401);
    expect((await answer(api, second.challenge, code(1))).statusCode).toBe(200);
  });

  test('of two sign-ins with one code at once, one wins', async () => {
    const { api, code } = await enroll(await databases.empty());
    const challenges = [await challenge(api), await challenge(api)];
    const used = code();
    const answers = await Promise.all(challenges.map((each) => answer(api, each.challenge, used)));
    expect(statuses(answers)).toEqual([200, 401]);
  });

  test('may be one step off, not two', async () => {
    const { api, code } = await enroll(await databases.empty());
    const { challenge: token } = await challenge(api);
    problemOf(await answer(api, token, code(2)), 401);
    api.clock += 5 * 30_000;
    const late = await challenge(api);
    problemOf(await answer(api, late.challenge, code(-2)), 401);
    expect((await answer(api, late.challenge, code(-1))).statusCode).toBe(200);
    const early = await challenge(api);
    expect(
      (await answer(api, early.challenge, ` ${code(1).slice(0, 3)} ${code(1).slice(3)} `)).statusCode,
    ).toBe(200);
  });

  test('five wrong codes end the challenge, and so do five minutes', async () => {
    const { api, code } = await enroll(await databases.empty());
    const { challenge: token } = await challenge(api);
    for (let i = 0; i < 5; i++) problemOf(await answer(api, token, '000000'), 401);
    problemOf(await answer(api, token, code()), 401);
    const late = await challenge(api);
    api.clock += 5 * minute;
    problemOf(await answer(api, late.challenge, code()), 401);
    const fresh = await challenge(api);
    expect((await answer(api, fresh.challenge, code())).statusCode).toBe(200);
  });

  test('guessing over many challenges is stopped by the account’s limit', async () => {
    const { api, code } = await enroll(await databases.empty());
    for (let round = 0; round < 4; round++) {
      const { challenge: token } = await challenge(api);
      for (let i = 0; i < 5; i++) problemOf(await answer(api, token, '000000'), 401);
    }
    const { challenge: token } = await challenge(api);
    const refused = await answer(api, token, code());
    expect(problemOf(refused, 429).code).toBe('too_many_requests');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    api.clock += 60 * minute;
    const later = await challenge(api);
    expect((await answer(api, later.challenge, code())).statusCode).toBe(200);
  });

  test('no password reset and no other person’s code gets around it', async () => {
    const { api, code } = await enroll(await databases.empty());
    const { challenge: token } = await challenge(api);
    for (const wrong of ['', 'x', '１２３４５６', code().slice(1), `${code()}0`, "' or 1=1 --"]) {
      expect([400, 401]).toContain((await answer(api, token, wrong)).statusCode);
    }
    problemOf(await answer(api, 'x'.repeat(43), code()), 401);
    problemOf(await api.post('/auth/verify-email', { token }), 400);
  });

  test('goes with a code or the password, and recovery codes with it', async () => {
    const { api, token, code } = await enroll(await databases.empty());
    const remove = (payload: object) => api.ask('/auth/totp', { method: 'DELETE', payload, token });
    api.clock += 10 * minute;
    expect(problemOf(await remove({}), 403).code).toBe('proof_required');
    problemOf(await remove({ code: '000000' }), 403);
    expect((await remove({ code: code() })).json()).toEqual({ success: true });
    expect((await api.post('/auth/login', { email: ada, password })).statusCode).toBe(200);
    expect(await api.rows('select hash from recovery_code')).toEqual([]);
    problemOf(await remove({ password }), 409);
  });

  test('is of no use once the server’s secret is another one; recovery codes are', async () => {
    const { api, code, recoveryCodes } = await enroll(await databases.empty());
    await api.rows(`update user_totp set secret = '\\x01'`);
    const { challenge: token } = await challenge(api);
    problemOf(await answer(api, token, code()), 401);
    expect((await answer(api, token, recoveryCodes[0] ?? '', 'recovery_code')).statusCode).toBe(200);
  });

  test('keeps its secret sealed in the database', async () => {
    const { api, secret } = await enroll(await databases.empty());
    const [row] = await api.rows<{ secret: Uint8Array }>('select secret from user_totp');
    const stored = Buffer.from(row?.secret ?? []);
    expect(stored.toString('latin1')).not.toContain(secret);
    expect(stored.includes(Buffer.from(Secret.fromBase32(secret).buffer))).toBe(false);
  });
});

describeWithDatabase('A recovery code', (databases) => {
  test('stands in once, in any writing', async () => {
    const { api, recoveryCodes } = await enroll(await databases.empty());
    const [code = '', next = ''] = recoveryCodes;
    const first = await challenge(api);
    const written = ` ${code.toLowerCase().replaceAll('-', ' ')} `;
    const { accessToken: token } = opened(await answer(api, first.challenge, written, 'recovery_code'));
    const second = await challenge(api);
    problemOf(await answer(api, second.challenge, code, 'recovery_code'), 401);
    expect((await api.ask('/auth/security', { token })).json()).toMatchObject({
      data: { recoveryCodesLeft: 9 },
    });
    const both = await Promise.all(
      [second, await challenge(api)].map((each) => answer(api, each.challenge, next, 'recovery_code')),
    );
    expect(statuses(both)).toEqual([200, 401]);
  });

  test('new ones end the old ones', async () => {
    const { api, token, recoveryCodes } = await enroll(await databases.empty());
    const renewed = dataOf(await api.post('/auth/recovery-codes', {}, { token }), codesShape).recoveryCodes;
    const { challenge: first } = await challenge(api);
    problemOf(await answer(api, first, recoveryCodes[0] ?? '', 'recovery_code'), 401);
    expect((await answer(api, first, renewed[0] ?? '', 'recovery_code')).statusCode).toBe(200);
  });

  test('there are none without a second factor', async () => {
    const api = await createPeopleApi(await databases.empty());
    const { accessToken: token } = await api.signUp(ada);
    problemOf(await api.post('/auth/recovery-codes', { password }, { token }), 409);
  });
});

// RFC 6238, appendix B: secret "12345678901234567890", the last six digits of the SHA-1 column.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code of second %d is %s', (seconds, code) => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  expect(totpStep(secret, code, seconds * 1000)).toBe(BigInt(Math.floor(seconds / 30)));
  expect(totpStep(secret, code, (seconds + 30) * 1000)).toBe(BigInt(Math.floor(seconds / 30)));
  expect(totpStep(secret, code, (seconds + 60) * 1000)).toBeUndefined();
});

test('letters that look like digits count as those', () => {
  expect(hashRecoveryCode('oil0-1111-2222-3333')).toEqual(hashRecoveryCode('0110111122223333'));
});
