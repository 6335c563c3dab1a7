const base = 'http://internal.invalid';

/**
 * The place to go back to after login, or undefined where `from` is not a page below /home of this application.
 * Anything a browser could read as another origin is refused (no open redirect).
 */
export function safeReturnPath(from: unknown): string | undefined {
  if (typeof from !== 'string' || !from.startsWith('/') || /[\\\p{Cc}]/u.test(from)) return undefined;
  if (!URL.canParse(from, base)) return undefined;
  const { origin, pathname, search, hash } = new URL(from, base);
  if (origin !== base || !/^\/home(\/|$)/.test(pathname)) return undefined;
  return pathname + search + hash;
}
