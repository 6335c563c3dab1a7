import { refreshSession } from '@hopscope/contract';
import { ApiError } from '../api/api-error.ts';
import type { Request } from '../api/request.ts';
import type { SessionStore } from './session-store.ts';

/** Runs `work` while no other tab of this origin does. */
export type Exclusive = <T>(work: () => Promise<T>) => Promise<T>;

/** Web Locks where the browser offers them (secure contexts); else only this tab is kept from running twice. */
export function createExclusive(locks: LockManager | undefined): Exclusive {
  if (!locks) return (work) => work();
  return async (work) => {
    const box = await locks.request('session-renewal', async () => ({ result: await work() }));
    return box.result;
  };
}

/**
 * Exchanges the refresh token for new tokens, once for any number of calls that found their token expired, in all tabs.
 * Gives the access token to use, or null where the server ended the session. Network errors are thrown: they end nothing.
 */
export function createTokenRenewal(deps: { request: Request; session: SessionStore; exclusive: Exclusive }) {
  const { request, session, exclusive } = deps;
  let running: Promise<string | null> | undefined;

  function renewedElsewhere(expired: string): string | undefined {
    const stored = session.tokens();
    return stored && stored.accessToken !== expired ? stored.accessToken : undefined;
  }

  async function exchange(expired: string): Promise<string | null> {
    const already = renewedElsewhere(expired);
    if (already) return already;
    const stored = session.tokens();
    if (!stored) return null;
    try {
      const { data } = await request(refreshSession, { body: { refreshToken: stored.refreshToken } });
      session.renew(data);
      return data.accessToken;
    } catch (thrown) {
      const refused = thrown instanceof ApiError && thrown.status >= 400 && thrown.status < 500;
      if (!refused || thrown.status === 429) throw thrown;
      return renewedElsewhere(expired) ?? null;
    }
  }

  return (expired: string): Promise<string | null> => {
    running ??= exclusive(() => exchange(expired)).finally(() => {
      running = undefined;
    });
    return running;
  };
}
