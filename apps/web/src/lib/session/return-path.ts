import type { KeyValueStorage } from '../browser/browser-storage.ts';

const base = 'http://internal.invalid';

/** Pages to which a person returns after signing in. */
const pages = /^\/(home|onboarding|welcome)(\/|$)/;
const key = 'returnPath';

/**
 * Returns the path to return to after login, or undefined if `from` isn't a page of this application that requires a session.
 * Refuses anything that a browser could read as another origin (no open redirect).
 */
export function safeReturnPath(from: unknown): string | undefined {
  if (typeof from !== 'string' || !from.startsWith('/') || /[\\\p{Cc}]/u.test(from)) return undefined;
  if (!URL.canParse(from, base)) return undefined;
  const { origin, pathname, search, hash } = new URL(from, base);
  if (origin !== base || !pages.test(pathname)) return undefined;
  return pathname + search + hash;
}

/** Stores the path to return to while the person signs in at a provider. @param storage of the tab */
export function rememberReturnPath(storage: KeyValueStorage, from: string | undefined): void {
  const path = safeReturnPath(from);
  if (path === undefined) storage.removeItem(key);
  else storage.setItem(key, path);
}

/** Returns the stored path and removes it. */
export function takeReturnPath(storage: KeyValueStorage): string | undefined {
  const path = safeReturnPath(storage.getItem(key));
  storage.removeItem(key);
  return path;
}
