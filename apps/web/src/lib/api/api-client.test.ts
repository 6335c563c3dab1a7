import { getSession, login } from '@hopscope/contract';
import { expect, it, vi } from 'vitest';
import { createApiClient, type TokenSource } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { createRequest } from './request.ts';

const user = {
  _id: 'u1',
  name: 'Test',
  surname: 'Person',
  email: 'person@example.org',
  role: 'user',
  emailVerified: true,
  provider: false,
};

function refusal(code: string) {
  const body = {
    type: 'about:blank',
    title: code,
    status: 401,
    code,
    message: code,
    success: false,
    requestId: 'q',
  };
  return Response.json(body, { status: 401 });
}

function setUp(answers: (() => Response)[], tokens: Partial<TokenSource> = {}) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => (answers.shift() ?? (() => Response.error()))());
  const source = {
    accessToken: vi.fn<() => string | null>(() => 'a1'),
    renew: vi.fn<(expired: string) => Promise<string | null>>(async () => 'a2'),
    reject: vi.fn<(token: string | null) => void>(),
    ...tokens,
  };
  return {
    fetch,
    source,
    api: createApiClient({ request: createRequest({ fetch, timeoutMs: 1000 }), tokens: source }),
  };
}

const sessionAnswer = () => Response.json({ success: true, data: { user, needsSecondFactor: false } });

function bearerOf(call: Parameters<typeof globalThis.fetch> | undefined) {
  return new Headers(call?.[1]?.headers).get('authorization');
}

//
it('adds the token and gives the checked answer', async () => {
  const { api, fetch } = setUp([sessionAnswer]);
  expect(await api(getSession, {})).toEqual({ success: true, data: { user, needsSecondFactor: false } });
  expect(fetch.mock.calls[0]?.[0]).toBe('/api/v1/auth/session');
  expect(bearerOf(fetch.mock.calls[0])).toBe('Bearer a1');
});

it('renews an expired token once and repeats the call', async () => {
  const { api, fetch, source } = setUp([() => refusal('token_expired'), sessionAnswer]);
  await api(getSession, {});
  expect(source.renew).toHaveBeenCalledWith('a1');
  expect(bearerOf(fetch.mock.calls[1])).toBe('Bearer a2');
  expect(source.reject).not.toHaveBeenCalled();
});

it('does not renew twice', async () => {
  const { api, source } = setUp([() => refusal('token_expired'), () => refusal('token_expired')]);
  await expect(api(getSession, {})).rejects.toMatchObject({ code: 'token_expired' });
  expect(source.renew).toHaveBeenCalledTimes(1);
  expect(source.reject).toHaveBeenCalledWith('a2');
});

it('ends the session that cannot be renewed', async () => {
  const { api, source } = setUp([() => refusal('token_expired')], { renew: async () => null });
  await expect(api(getSession, {})).rejects.toMatchObject({ code: 'unauthorized' });
  expect(source.reject).toHaveBeenCalledWith('a1');
});

//
it('ends the session on any other 401', async () => {
  const { api, source } = setUp([() => refusal('unauthorized')]);
  await expect(api(getSession, {})).rejects.toBeInstanceOf(ApiError);
  expect(source.renew).not.toHaveBeenCalled();
  expect(source.reject).toHaveBeenCalledWith('a1');
});

it('a failed login ends nothing and sends no token', async () => {
  const { api, fetch, source } = setUp([() => refusal('login_failed')]);
  await expect(api(login, { body: { email: 'a', password: 'b' } })).rejects.toMatchObject({
    code: 'login_failed',
  });
  expect(source.reject).not.toHaveBeenCalled();
  expect(bearerOf(fetch.mock.calls[0])).toBeNull();
});

it('does not ask the server without a token', async () => {
  const { api, fetch, source } = setUp([], { accessToken: () => null });
  await expect(api(getSession, {})).rejects.toMatchObject({ code: 'unauthorized' });
  expect(fetch).not.toHaveBeenCalled();
  expect(source.reject).toHaveBeenCalledWith(null);
});
