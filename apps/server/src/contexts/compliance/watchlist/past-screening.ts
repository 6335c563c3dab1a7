import { inTransaction, type SqlDatabase } from '../../../db/session.ts';
import { isPastHeld, screenPast } from '../matching/past.ts';
import { notePastDone, notePastLeft, readNextPast } from './past-screening.store.ts';

/**
 * Works off the pasts that somebody asked for, a portion a transaction: whoever is stopped goes on where it was. Those whose history a
 * service has not told far enough back yet wait for it.
 */
export function createPastScreening({ db, now }: { db: SqlDatabase; now: () => number }) {
  return {
    async run(signal: AbortSignal): Promise<void> {
      const waiting: string[] = [];
      for (let more = true; more && !signal.aborted; ) {
        more = await inTransaction(db, 'read write', async (session) => {
          const entry = await readNextPast(session, waiting);
          if (!entry) return false;
          if (!(await isPastHeld(session, entry))) {
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
