import { refreshSession } from '@hopscope/contract';
import { ApiError } from '../api/api-error.ts';
import type { Request } from '../api/request.ts';
import type { KeyValueStorage } from '../browser/browser-storage.ts';
import type { SessionStore } from './session-store.ts';

/** Runs `work` while no other tab of this origin does. */
export type Exclusive = <T>(work: () => Promise<T>) => Promise<T>;

/** Web Locks where the browser offers them (secure contexts); else a note in the storage that the tabs share. */
export function createExclusive(locks: LockManager | undefined, storage: KeyValueStorage): Exclusive {
  if (!locks) return createStorageLock(storage);
  return async (work) => {
    const box = await locks.request('session-renewal', async () => ({ result: await work() }));
    return box.result;
  };
}

const noteKey = 'session-renewal';
/** A note this old was left by a tab that was closed. */
const noteLastsMs = 20_000;
/** Long enough for a note of another tab that was written at the same moment to be seen. */
const settleMs = 40;

/** Whoever's note still stands after a moment has the turn; the refresh token must not be used twice. */
function createStorageLock(storage: KeyValueStorage): Exclusive {
  const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const isFree = (): boolean => {
    const until = Number(storage.getItem(noteKey)?.split(' ')[1] ?? 0);
    return until < Date.now();
  };
  return async (work) => {
    const [number] = crypto.getRandomValues(new Uint32Array(1));
    const mine = `${number} ${Date.now() + noteLastsMs}`;
    for (;;) {
      if (isFree()) {
        storage.setItem(noteKey, mine);
        await wait(settleMs);
        if (storage.getItem(noteKey) === mine) break;
      }
      await wait(settleMs);
    }
    try {
      return await work();
    } finally {
      if (storage.getItem(noteKey) === mine) storage.removeItem(noteKey);
    }
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
