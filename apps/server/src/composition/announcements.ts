import { listenTo } from '../db/listen.ts';
import type { SqlDatabase } from '../db/session.ts';
import type { SessionMemory } from '../contexts/identity/auth/session-memory.ts';
import type { Jobs } from '../jobs/jobs.ts';

/**
 * Passes on what the database announces (`db/baseline/work-signals.ts`) until the returned function is called: work to its
 * jobs, changes of sessions and people to what remembers them.
 */
export function followAnnouncements({
  db,
  jobs,
  sessionMemory,
}: {
  db: SqlDatabase;
  jobs: Jobs;
  sessionMemory: SessionMemory;
}): () => Promise<void> {
  const listening = (yes: boolean): void => {
    jobs.listening(yes);
    sessionMemory.listening(yes);
  };
  return listenTo(db.share(), 'work', {
    onMessage(table) {
      if (table === 'app_session' || table === 'app_user') sessionMemory.forget();
      else jobs.wake(table);
    },
    onConnected: () => listening(true),
    onLost: () => listening(false),
  });
}
