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

/** The stored session; `none` where nothing is stored, `corrupted` where it is partly there or unreadable. */
export function readSession(storage: KeyValueStorage): StoredSession | 'none' | 'corrupted' {
  const [accessToken, refreshToken, userText] = authKeys.map((key) => storage.getItem(key));
  if (!accessToken && !refreshToken && !userText) return 'none';
  const user = userText ? parseUser(userText) : undefined;
  return accessToken && refreshToken && user ? { accessToken, refreshToken, user } : 'corrupted';
}

export function writeSession(storage: KeyValueStorage, session: StoredSession): void {
  storage.setItem(storageKeys.refreshToken, session.refreshToken);
  storage.setItem(storageKeys.user, JSON.stringify(session.user));
  // Last: other tabs take the appearance of an access token as the sign that the rest is there.
  storage.setItem(storageKeys.accessToken, session.accessToken);
}

export function clearAuth(storage: KeyValueStorage): void {
  for (const key of authKeys) storage.removeItem(key);
}

/** Everything the application keeps, the theme excepted. */
export function clearAppData(storage: KeyValueStorage): void {
  for (const key of appKeys) storage.removeItem(key);
}
