import { listenTo } from '../db/listen.ts';
import type { SqlDatabase } from '../db/session.ts';
import type { SessionMemory } from '../contexts/identity/auth/session-memory.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { messageChannel, type ProcessMessages } from '../processes/messages.ts';

/**
 * Passes on what the database announces until the returned function is called: changes of tables
 * (`db/baseline/work-signals.ts`) to their jobs, to what remembers sessions and people, and to `onTable`; and messages of other
 * processes.
 */
export function followAnnouncements({
  db,
  jobs,
  sessionMemory,
  messages,
  onTable = () => {},
}: {
  db: SqlDatabase;
  jobs: Jobs;
  sessionMemory: SessionMemory;
  messages: Pick<ProcessMessages, 'receive' | 'missed'>;
  onTable?(table: string): void;
}): () => Promise<void> {
  const listening = (yes: boolean): void => {
    jobs.listening(yes);
    sessionMemory.listening(yes);
  };
  return listenTo(db.share(), ['work', messageChannel], {
    onMessage(text, channel) {
      if (channel === messageChannel) messages.receive(text);
      else if (text === 'app_session' || text === 'app_user') sessionMemory.forget();
      else {
        jobs.wake(text);
        onTable(text);
      }
    },
    onConnected() {
      listening(true);
      messages.missed();
    },
    onLost: () => listening(false),
  });
}
