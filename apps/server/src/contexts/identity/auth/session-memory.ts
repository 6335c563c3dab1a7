import { createLru } from '../../../lib/lru.ts';
import type { SessionUser } from './sessions.store.ts';

/** Number of sessions to remember, about 1 KB each. */
const most = 2000;
/** If an announcement is lost on the way, what it was about is known this many milliseconds later. */
const longestMs = 60_000;

/**
 * Remembers whose sessions are valid, so that not every request reads it. The database announces each change of sessions and
 * people at its commit, also those of other processes (`db/baseline/work-signals.ts`); then everything is forgotten. Without
 * announcements, nothing is remembered. `now`: milliseconds since 1970.
 */
export function createSessionMemory(now: () => number) {
  let announced = false;
  /** Changes with each announcement: what was asked before it must not be remembered after it. */
  let state = 0;
  let known = createLru<string, { found: SessionUser; until: number }>({ most });

  function forget(): void {
    state++;
    known = createLru({ most });
  }

  return {
    /** Changes are announced from now on, or no longer. */
    listening(yes: boolean): void {
      announced = yes;
      forget();
    },
    /** Forgets everything: sessions or people have changed. */
    forget,
    /** Returns what is known about a session, or else what `read` returns. */
    async find(
      sessionId: string,
      read: () => Promise<SessionUser | undefined>,
    ): Promise<SessionUser | undefined> {
      const entry = known.get(sessionId);
      if (entry && now() < entry.until) return entry.found;
      const asked = state;
      const found = await read();
      if (found && announced && asked === state)
        known.set(sessionId, { found, until: Math.min(found.expiresAt.getTime(), now() + longestMs) });
      return found;
    },
  };
}

export type SessionMemory = ReturnType<typeof createSessionMemory>;
