import { type User, storageKeys, storedUser } from '@hopscope/contract';
import type { KeyValueStorage } from '../browser/browser-storage.ts';
import { activeOrganizationKey } from '../organizations/active-organization.ts';

export interface StoredSession {
  accessToken: string;
  refreshToken: string;
  user: User;
}

const authKeys = [storageKeys.accessToken, storageKeys.refreshToken, storageKeys.user];
const appKeys = [...authKeys, storageKeys.sidebar, activeOrganizationKey];

function parseUser(text: string): User | undefined {
  try {
    return storedUser.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Reads the stored session; `none` if nothing is stored, `corrupted` if it is incomplete or unreadable. */
export function readSession(storage: KeyValueStorage): StoredSession | 'none' | 'corrupted' {
  const [accessToken, refreshToken, userText] = authKeys.map((key) => storage.getItem(key));
  if (!accessToken && !refreshToken && !userText) return 'none';
  const user = userText ? parseUser(userText) : undefined;
  return accessToken && refreshToken && user ? { accessToken, refreshToken, user } : 'corrupted';
}

export function writeSession(storage: KeyValueStorage, session: StoredSession): void {
  storage.setItem(storageKeys.refreshToken, session.refreshToken);
  storage.setItem(storageKeys.user, JSON.stringify(session.user));
  // Last: a new access token signals other tabs that the rest is stored.
  storage.setItem(storageKeys.accessToken, session.accessToken);
}

export function clearAuth(storage: KeyValueStorage): void {
  for (const key of authKeys) storage.removeItem(key);
}

/** Removes everything that the application has stored, except the theme. */
export function clearAppData(storage: KeyValueStorage): void {
  for (const key of appKeys) storage.removeItem(key);
}
