import type { ApiKey } from '@hopscope/contract';
import { expect, it } from 'vitest';
import { keyFields, readKey } from './key-form.ts';

const key: ApiKey = {
  _id: '1',
  name: 'Withdrawals',
  scopes: ['read', 'screen'],
  networks: ['203.0.113.0/24', '2001:db8::/32'],
  expiresAt: '2026-12-31T23:59:59.999Z',
  createdBy: { _id: '2', name: 'Ada' },
  createdAt: '2026-01-01T00:00:00.000Z',
  revokedAt: null,
  state: 'active',
  lastUsedAt: null,
  version: 1,
  secrets: [],
};

it('reads back what it shows', () => {
  const { name, scopes, networks, expiresAt } = key;
  expect(readKey(keyFields(key))).toEqual({ body: { name, scopes, networks, expiresAt } });
  expect(readKey({ ...keyFields(undefined), name: 'New' })).toEqual({
    body: { name: 'New', scopes: ['read'], networks: [], expiresAt: null },
  });
});

it.each([
  [{ name: ' ' }, 'name'],
  [{ scopes: [] }, 'scopes'],
  [{ networks: '203.0.113.0/24, office' }, 'networks'],
  [{ networks: '203.0.113.7/24' }, 'networks'],
  [{ expires: 'tomorrow' }, 'expires'],
])('refuses %j', (change, field) => {
  expect(readKey({ ...keyFields(key), ...change })).toHaveProperty(`problems.${field}`);
});
