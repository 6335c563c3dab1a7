import { texts } from '@hopscope/contract';
import { expect, it, vi } from 'vitest';
import { readSignInReturn, userOfParameter } from './sign-in-return.ts';

//
it('says what the provider or the server refused, and what is missing', () => {
  expect(readSignInReturn({ error: 'access_denied', token: 'x' })).toEqual({
    kind: 'failed',
    message: 'OAuth authentication failed: the sign-in was canceled',
  });
  expect(readSignInReturn({ error: 'odd' })).toMatchObject({ message: 'OAuth authentication failed: odd' });
  expect(readSignInReturn({ error: 'provider_unavailable' })).toEqual({
    kind: 'failed',
    message: texts.providerLoginNotStarted,
  });
  expect(readSignInReturn({})).toEqual({ kind: 'failed', message: texts.providerTokenMissing });
  expect(readSignInReturn({ token: '' })).toEqual({ kind: 'failed', message: texts.providerTokenMissing });
});

//
it('tells a ticket from a signed token, whose refresh token defaults to itself', () => {
  expect(readSignInReturn({ token: 'abc_DEF-1' })).toEqual({ kind: 'ticket', ticket: 'abc_DEF-1' });
  expect(readSignInReturn({ token: 'a.b.c' })).toMatchObject({ kind: 'tokens', refreshToken: 'a.b.c' });
  expect(readSignInReturn({ token: 'a.b.c', refreshToken: 'r' })).toMatchObject({ refreshToken: 'r' });
});

//
it('logs a user that cannot be read and goes on without it', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  expect(userOfParameter(undefined)).toBeUndefined();
  expect(warn).not.toHaveBeenCalled();
  for (const bad of ['', '{', '{"_id":7}']) expect(userOfParameter(bad)).toBeUndefined();
  expect(warn).toHaveBeenCalledTimes(3);
  const ada = {
    _id: 'u',
    name: 'Ada',
    surname: 'L',
    email: 'ada@example.org',
    role: 'user',
    emailVerified: true,
    provider: false,
  };
  expect(userOfParameter(JSON.stringify(ada))).toEqual(ada);
  warn.mockRestore();
});
