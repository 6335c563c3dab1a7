import { inTransaction, type SqlDatabase } from '../../db/session.ts';
import { screenPast } from '../../ledger/screening/past.ts';
import { notePastDone, notePastLeft, readNextPast } from './past-screening.store.ts';

/** Works off the pasts that somebody asked for, a portion a transaction: whoever is stopped goes on where it was. */
export function createPastScreening({ db, now }: { db: SqlDatabase; now: () => number }) {
  return {
    async run(signal: AbortSignal): Promise<void> {
      for (let more = true; more && !signal.aborted; ) {
        more = await inTransaction(db, 'read write', async (session) => {
          const entry = await readNextPast(session);
          if (!entry) return false;
          const left = await screenPast(session, entry);
          if (left === 0) await notePastDone(session, entry.id, new Date(now()));
          else await notePastLeft(session, entry.id, left);
          return true;
        });
      }
    },
  };
}
