import type { KeyValueStorage } from '../browser/browser-storage.ts';

const base = 'http://internal.invalid';

/** Pages that one comes back to after signing in. */
const pages = /^\/(home|onboarding|welcome)(\/|$)/;
const key = 'returnPath';

/**
 * The place to go back to after login, or undefined where `from` is no page of this application behind the login.
 * Anything a browser could read as another origin is refused (no open redirect).
 */
export function safeReturnPath(from: unknown): string | undefined {
  if (typeof from !== 'string' || !from.startsWith('/') || /[\\\p{Cc}]/u.test(from)) return undefined;
  if (!URL.canParse(from, base)) return undefined;
  const { origin, pathname, search, hash } = new URL(from, base);
  if (origin !== base || !pages.test(pathname)) return undefined;
  return pathname + search + hash;
}

/** Keeps the place to go back to while the person signs in at a provider. @param storage of the tab */
export function rememberReturnPath(storage: KeyValueStorage, from: string | undefined): void {
  const path = safeReturnPath(from);
  if (path === undefined) storage.removeItem(key);
  else storage.setItem(key, path);
}

/** The place that was kept, once. */
export function takeReturnPath(storage: KeyValueStorage): string | undefined {
  const path = safeReturnPath(storage.getItem(key));
  storage.removeItem(key);
  return path;
}
