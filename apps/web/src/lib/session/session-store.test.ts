import { type User, storageKeys } from '@hopscope/contract';
import { describe, expect, it, vi } from 'vitest';
import { createMemoryStorage } from '../browser/browser-storage.ts';
import { createSessionStore } from './session-store.ts';
import { writeSession } from './stored-session.ts';

const user: User = {
  _id: 'u1',
  name: 'Test',
  surname: 'Person',
  email: 'person@example.org',
  role: 'user',
  emailVerified: true,
  provider: false,
};
const session = { accessToken: 'a1', refreshToken: 'r1', user };

function storageWith(entries: Record<string, string>) {
  const storage = createMemoryStorage();
  for (const [key, value] of Object.entries(entries)) storage.setItem(key, value);
  return storage;
}

function signedIn() {
  const storage = storageWith({ [storageKeys.theme]: 'light', [storageKeys.sidebar]: 'collapsed' });
  const store = createSessionStore(storage);
  store.start(session, 'login');
  return { storage, store };
}

describe('restoring', () => {
  it('is signed out where nothing is stored', () => {
    expect(createSessionStore(createMemoryStorage()).state()).toEqual({
      status: 'signed-out',
      reason: 'none',
    });
  });

  //
  it('waits for the server where a whole session is stored', () => {
    const storage = createMemoryStorage();
    writeSession(storage, session);
    const store = createSessionStore(storage);
    expect(store.state()).toEqual({ status: 'unchecked', user });
    store.confirm({ ...user, name: 'Inés' });
    expect(store.state()).toEqual({
      status: 'signed-in',
      user: { ...user, name: 'Inés' },
      by: 'restored',
    });
    expect(storage.getItem(storageKeys.user)).toContain('Inés');
  });

  //
  it.each([
    { accessToken: 'a1' },
    { accessToken: 'a1', refreshToken: 'r1' },
    { accessToken: 'a1', refreshToken: 'r1', user: '{"_id":' },
    { accessToken: 'a1', refreshToken: 'r1', user: '{"_id":"u1"}' },
    { user: JSON.stringify(user) },
  ])('clears what is corrupted: %j', (entries) => {
    const storage = storageWith({ ...entries, [storageKeys.theme]: 'light' });
    expect(createSessionStore(storage).state()).toEqual({ status: 'signed-out', reason: 'corrupted' });
    expect(storage.getItem('accessToken')).toBeNull();
    expect(storage.getItem('user')).toBeNull();
    expect(storage.getItem(storageKeys.theme)).toBe('light');
  });
});

describe('ending', () => {
  //
  it('logout clears everything but the theme', () => {
    const { storage, store } = signedIn();
    store.end('logout');
    expect(store.state()).toEqual({ status: 'signed-out', reason: 'logout' });
    expect(store.tokens()).toBeNull();
    expect(storage.getItem(storageKeys.sidebar)).toBeNull();
    expect(storage.getItem(storageKeys.theme)).toBe('light');
  });

  //
  it('a refused session clears the stored auth only', () => {
    const { storage, store } = signedIn();
    store.end('expired');
    expect(store.tokens()).toBeNull();
    expect(storage.getItem(storageKeys.sidebar)).toBe('collapsed');
  });

  it('says where a stored session became unreadable while it was in use', () => {
    const { storage, store } = signedIn();
    storage.setItem(storageKeys.user, '{');
    expect(store.tokens()).toBeNull();
    store.end('expired');
    expect(store.state()).toEqual({ status: 'signed-out', reason: 'corrupted' });
  });

  it('tells its listeners once', () => {
    const { store } = signedIn();
    const listener = vi.fn<() => void>();
    store.subscribe(listener);
    store.end('logout');
    store.end('expired');
    expect(listener).toHaveBeenCalledTimes(1);
    expect(store.state()).toEqual({ status: 'signed-out', reason: 'logout' });
  });
});

it('keeps a changed profile of the same person', () => {
  const { storage, store } = signedIn();
  store.update({ ...user, name: 'Grace' });
  expect(store.state()).toMatchObject({ user: { name: 'Grace' }, by: 'login' });
  expect(storage.getItem(storageKeys.user)).toContain('Grace');
  store.update({ ...user, _id: 'u2', name: 'Somebody' });
  expect(store.state()).toMatchObject({ user: { name: 'Grace' } });
});

describe('other tabs', () => {
  it('logging out there logs out here', () => {
    const storage = createMemoryStorage();
    const [here, there] = [createSessionStore(storage), createSessionStore(storage)];
    there.start(session, 'login');
    here.storageChanged(storageKeys.accessToken);
    expect(here.state()).toEqual({ status: 'signed-in', user, by: 'restored' });
    there.end('logout');
    here.storageChanged(storageKeys.user);
    expect(here.state().status).toBe('signed-out');
  });

  it('tokens renewed there are used here', () => {
    const storage = createMemoryStorage();
    const [here, there] = [createSessionStore(storage), createSessionStore(storage)];
    here.start(session, 'login');
    there.renew({ ...session, accessToken: 'a2', refreshToken: 'r2' });
    expect(here.tokens()?.accessToken).toBe('a2');
  });

  it('a half-written session changes nothing', () => {
    const storage = createMemoryStorage();
    const store = createSessionStore(storage);
    store.start(session, 'login');
    storage.removeItem(storageKeys.refreshToken);
    store.storageChanged(storageKeys.user);
    expect(store.state().status).toBe('signed-in');
  });
});
