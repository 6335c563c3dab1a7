import { refreshSession } from '@hopscope/contract';
import { ApiError } from '../api/api-error.ts';
import type { Request } from '../api/request.ts';
import type { KeyValueStorage } from '../browser/browser-storage.ts';
import type { SessionStore } from './session-store.ts';

/** Runs `work` while no other tab of this origin runs it. */
export type Exclusive = <T>(work: () => Promise<T>) => Promise<T>;

/** Returns a lock across tabs: Web Locks if the browser has them (secure contexts), otherwise an entry in the shared storage. */
export function createExclusive(locks: LockManager | undefined, storage: KeyValueStorage): Exclusive {
  if (!locks) return createStorageLock(storage);
  return async (work) => {
    const box = await locks.request('session-renewal', async () => ({ result: await work() }));
    return box.result;
  };
}

const noteKey = 'session-renewal';
/** Age in milliseconds from which an entry is of a closed tab. */
const noteLastsMs = 20_000;
/** Time in milliseconds until an entry that another tab wrote concurrently is visible. */
const settleMs = 40;

/** Creates a lock in the storage: the tab whose entry remains after a moment gets it. The refresh token must not be used twice. */
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
 * Exchanges the refresh token for new tokens, once for all calls in all tabs whose token has expired. Returns the access token to
 * use, or null if the server has ended the session. Throws network errors, which don't end the session.
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
