import type { User } from '@hopscope/contract';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { createRequest } from '../api/request.ts';
import { createMemoryStorage } from '../browser/browser-storage.ts';
import { createSessionStore } from './session-store.ts';
import { createExclusive, createTokenRenewal } from './token-renewal.ts';

const user: User = {
  _id: 'u1',
  name: 'Test',
  surname: 'Person',
  email: 'person@example.org',
  role: 'user',
  emailVerified: true,
  provider: false,
};
const first = { accessToken: 'a1', refreshToken: 'r1', user };
const second = { accessToken: 'a2', refreshToken: 'r2', user };
const problem = {
  type: 'about:blank',
  title: 'Unauthorized',
  code: 'unauthorized',
  message: 'Please log in.',
  success: false,
  requestId: 'q1',
};

function setUp(answer: () => Promise<Response>) {
  const session = createSessionStore(createMemoryStorage());
  session.start(first, 'login');
  const fetch = vi.fn<typeof globalThis.fetch>(answer);
  const request = createRequest({ fetch, timeoutMs: 1000 });
  return {
    session,
    fetch,
    renew: createTokenRenewal({
      request,
      session,
      exclusive: createExclusive(undefined, createMemoryStorage()),
    }),
  };
}

it('exchanges the refresh token once for any number of calls', async () => {
  const { session, fetch, renew } = setUp(async () => Response.json({ success: true, data: second }));
  expect(await Promise.all([renew('a1'), renew('a1'), renew('a1')])).toEqual(['a2', 'a2', 'a2']);
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(session.tokens()).toMatchObject({ accessToken: 'a2', refreshToken: 'r2' });
});

it('takes the token that another tab has renewed, without asking', async () => {
  const { session, fetch, renew } = setUp(async () => Response.json({}));
  session.start(second, 'login');
  expect(await renew('a1')).toBe('a2');
  expect(fetch).not.toHaveBeenCalled();
});

it('takes the token of a tab that was quicker while the server refused', async () => {
  const { session, renew } = setUp(async () => {
    session.start(second, 'login');
    return Response.json({ ...problem, status: 401 }, { status: 401 });
  });
  expect(await renew('a1')).toBe('a2');
});

it('gives null where the server ended the session', async () => {
  const { renew } = setUp(async () => Response.json({ ...problem, status: 401 }, { status: 401 }));
  expect(await renew('a1')).toBeNull();
});

it('throws, and keeps the session, where the server cannot be reached', async () => {
  const { session, renew } = setUp(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(renew('a1')).rejects.toBeInstanceOf(ApiError);
  expect(session.tokens()).toMatchObject({ accessToken: 'a1' });
});

it('takes turns with other tabs where the browser has no locks', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const storage = createMemoryStorage();
  const [here, there] = [createExclusive(undefined, storage), createExclusive(undefined, storage)];
  const log: string[] = [];
  const turn = (name: string) => async (): Promise<void> => {
    log.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, 30));
    log.push(`${name} ends`);
  };
  const turns = Promise.all([here(turn('one')), there(turn('two')), here(turn('three'))]);
  await vi.runAllTimersAsync();
  await turns;
  expect(log).toHaveLength(6);
  for (let i = 0; i < 6; i += 2) expect(log[i + 1]).toBe(log[i]?.replace('begins', 'ends'));
  expect(storage.getItem('session-renewal')).toBeNull();
});

it('does not wait for a tab that was closed in mid-renewal', async () => {
  const storage = createMemoryStorage();
  storage.setItem('session-renewal', `1 ${Date.now() - 1}`);
  expect(await createExclusive(undefined, storage)(async () => 'done')).toBe('done');
});
