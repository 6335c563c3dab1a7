import { type Endpoint, endpoints } from '@hopscope/contract';
import { SignJWT, UnsecuredJWT } from 'jose';
import { expect, test } from 'vitest';
import { createTokens } from '../../src/contexts/identity/auth/tokens.ts';
import {
  type Api,
  expectRefusal,
  type Input,
  password,
  person,
  problemOf,
  tokenSecret,
  urlOf,
} from '../support/api/api-client.ts';
import { describeLedger } from '../support/ledger/loaded-ledger.ts';
import { appendSmallChain, small } from '../support/ledger/small-ledger.ts';

/** A good input for the calls about the chain and the session; `tenancy.test.ts` has the others. */
const samples = {
  signup: async () => ({ body: person('new@example.org') }),
  login: async () => ({ body: { email: 'ada@example.org', password } }),
  refreshSession: async (api) => {
    const { data } = await api.call(endpoints.login, { body: { email: 'ada@example.org', password } });
    return { body: { refreshToken: data.refreshToken } };
  },
  getSession: async () => ({}),
  getBlock: async () => ({ params: { height: small.tip } }),
  listBlockTransactions: async () => ({ params: { height: small.tipHash }, query: { page: 1, limit: 5 } }),
  getTransaction: async () => ({ params: { hash: small.txid } }),
  getAddress: async () => ({ params: { addr: small.address } }),
  getAddressSummary: async () => ({ params: { addr: small.address } }),
  listAddressTransactions: async () => ({ params: { addr: small.address }, query: { page: 1, limit: 3 } }),
  getAddressCluster: async () => ({ params: { addr: small.address } }),
  getProbableOwner: async () => ({ params: { addr: small.address } }),
  getBlockStats: async () => ({ params: { id: small.address } }),
  getLedgerStatus: async () => ({ query: { blockchain: 'bitcoin' } }),
  search: async () => ({ query: { q: small.txid } }),
  getHealth: async () => ({}),
} satisfies Partial<Record<keyof typeof endpoints, (api: Api) => Promise<Input>>>;

/** For calls without a sample: the refusals below come before any look at the input. */
const somewhere: Input = {
  params: new Proxy({}, { get: () => crypto.randomUUID() }),
};

const sampled = Object.entries<Endpoint>(endpoints).filter(([name]) => name in samples);
const all = Object.entries<Endpoint>(endpoints);
const guarded = all.filter(([, declaration]) => declaration.access !== 'public');
let clock = Date.UTC(2026, 0, 1);

describeLedger('The contract', { prepare: appendSmallChain, now: () => clock }, (loaded) => {
  const sampleOf = async (name: string): Promise<Input> =>
    name in samples ? samples[name as keyof typeof samples](loaded.api) : somewhere;

  test.each(sampled)('%s answers as declared', async (name, declaration) => {
    const answer: { success?: unknown } = Object(await loaded.api.ask(declaration, await sampleOf(name)));
    expect(answer.success).toBe(true);
  });

  const strangers: [string, (api: Api) => Promise<Record<string, string>> | Record<string, string>][] = [
    ['no token', () => ({ authorization: '' })],
    ['garbage', () => ({ authorization: 'Bearer garbage' })],
    ['two tokens', (api) => ({ authorization: `Bearer ${api.token} ${api.token}` })],
    ['another scheme', (api) => ({ authorization: `Basic ${api.token}` })],
    ['a cut token', (api) => ({ authorization: `Bearer ${api.token.slice(0, -2)}` })],
    [
      'a token of another secret',
      async () => {
        const { signAccess } = createTokens({ secret: tokenSecret.toUpperCase(), now: () => clock });
        const ids = { userId: crypto.randomUUID(), sessionId: crypto.randomUUID() };
        return { authorization: `Bearer ${await signAccess(ids)}` };
      },
    ],
    [
      'a well-signed token of a session that does not exist',
      async () => {
        const { signAccess } = createTokens({ secret: tokenSecret, now: () => clock });
        const ids = { userId: crypto.randomUUID(), sessionId: crypto.randomUUID() };
        return { authorization: `Bearer ${await signAccess(ids)}` };
      },
    ],
    [
      'a token without signature',
      (api) => {
        const [, payload = ''] = api.token.split('.');
        const claims: Record<string, unknown> = JSON.parse(Buffer.from(payload, 'base64url').toString());
        return { authorization: `Bearer ${new UnsecuredJWT(claims).encode()}` };
      },
    ],
    [
      'a well-signed token of another kind',
      async (api) => {
        const [, payload = ''] = api.token.split('.');
        const claims: Record<string, unknown> = JSON.parse(Buffer.from(payload, 'base64url').toString());
        const key = new TextEncoder().encode(tokenSecret);
        const token = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(key);
        return { authorization: `Bearer ${token}` };
      },
    ],
  ];

  //
  test.each(strangers)('every other call is 401 with %s', async (_, make) => {
    for (const [name, declaration] of guarded) {
      const input = await sampleOf(name);
      const url = urlOf(declaration, input);
      const answer = await loaded.api.send({
        method: declaration.method,
        url,
        headers: await make(loaded.api),
      });
      expectRefusal(declaration, answer, { status: 401, code: 'unauthorized', message: 'Please sign in' });
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    }
  });

  test('who is not signed in learns nothing about the input', async () => {
    const headers = { authorization: '' };
    for (const url of [
      '/blockchain/block/abc',
      '/blockchain/block/99?blockchain=x',
      '/blockchain/address/x',
    ]) {
      problemOf(await loaded.api.send({ url, headers }), 401);
    }
  });

  test('every other call is 401 once the token has run out, and the reason is told', async () => {
    const before = clock;
    clock += 15 * 60_000 - 1000;
    expect((await loaded.api.send({ url: '/auth/session' })).statusCode).toBe(200);
    clock += 2000;
    for (const [name, declaration] of guarded) {
      const input = await sampleOf(name);
      const answer = await loaded.api.send({ method: declaration.method, url: urlOf(declaration, input) });
      expectRefusal(declaration, answer, { status: 401, code: 'token_expired' });
    }
    clock = before;
    expect((await loaded.api.send({ url: '/auth/session' })).statusCode).toBe(200);
  });

  test('every other call is 401 after logout', async () => {
    const input = await samples.login();
    const { data } = await loaded.api.call(endpoints.login, {
      body: { email: 'ada@example.org', password },
    });
    expect(input.body).toMatchObject({ email: 'ada@example.org' });
    const headers = { authorization: `Bearer ${data.accessToken}` };
    const left = await loaded.api.send({ method: 'POST', url: '/auth/logout', headers });
    expect([left.statusCode, left.json()]).toEqual([200, { success: true }]);
    for (const [name, declaration] of guarded) {
      const sample = await sampleOf(name);
      const answer = await loaded.api.send({
        method: declaration.method,
        url: urlOf(declaration, sample),
        headers,
      });
      expectRefusal(declaration, answer, { status: 401, code: 'unauthorized' });
    }
    // Other sessions of the same person go on.
    expect((await loaded.api.send({ url: '/auth/session' })).statusCode).toBe(200);
  });
});
