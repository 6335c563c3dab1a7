import { expect, test } from 'vitest';
import { storedUser } from './auth.ts';

//
test('a stored user has its fields, with _id or id, and what the server adds', () => {
  const fields = { name: 'Ada', surname: 'Example', email: 'ada@example.org', role: 'user' } as const;
  const known = { ...fields, _id: '7', emailVerified: false, provider: false };
  expect(storedUser.parse({ ...fields, _id: '7' })).toEqual(known);
  expect(storedUser.parse({ ...fields, id: '7' })).toEqual(known);
  expect(storedUser.parse({ ...known, emailVerified: true })).toEqual({ ...known, emailVerified: true });
  expect(storedUser.safeParse(fields).success).toBe(false);
  expect(storedUser.safeParse({ ...fields, _id: '7', role: 'admin' }).success).toBe(false);
});
