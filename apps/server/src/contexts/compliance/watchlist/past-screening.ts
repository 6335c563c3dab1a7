import { inTransaction, type SqlDatabase } from '../../../db/session.ts';
import { isPastLoaded, screenPast } from '../matching/past.ts';
import { notePastDone, notePastLeft, readNextPast } from './past-screening.store.ts';

/**
 * Processes requests for past screening in batches, one transaction per batch; a restart continues where it stopped. Entries
 * wait until the remote provider's history reaches back far enough.
 */
export function createPastScreening({ db, now }: { db: SqlDatabase; now: () => number }) {
  return {
    async run(signal: AbortSignal): Promise<void> {
      const waiting: string[] = [];
      for (let more = true; more && !signal.aborted; ) {
        more = await inTransaction(db, 'read write', async (session) => {
          const entry = await readNextPast(session, waiting);
          if (!entry) return false;
          if (!(await isPastLoaded(session, entry))) {
            waiting.push(entry.id);
            return true;
          }
          const left = await screenPast(session, entry);
          if (left === 0) await notePastDone(session, entry.id, new Date(now()));
          else await notePastLeft(session, entry.id, left);
          return true;
        });
      }
    },
  };
}
