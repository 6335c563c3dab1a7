import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { kyselyOver } from '../../../db/dialect.ts';
import type { Schema } from '../../../db/schema.ts';
import { inTransaction, type SqlDatabase } from '../../../db/session.ts';
import { afterPauses, nextAttempt } from '../../../jobs/retry-queue.ts';
import type { ClusterAccess } from '../../directory/records/cluster-access.ts';
import { directoryVersion } from '../../directory/records/entities-at.ts';
import { readAffectedBy } from '../../directory/releases/affected-names.ts';
import { affectedDependencies } from '../../risk/scores/affected-dependencies.ts';
import { sortNewNames } from '../../risk/scores/dependents.ts';
import { type Change, changeOf, stateOfRow } from '../review/finding-change.ts';
import { insertFinding } from '../review/findings.store.ts';
import type { ResultSink, ScreenRows } from './screen-rows.ts';
import {
  type RescreeningRow,
  announceRelease,
  claimRescreening,
  enqueueAffected,
  noteLookedThrough,
  releaseRescreening,
  rescreenLater,
  takeOut,
} from './rescreening.store.ts';
import { type DueRow, readDue } from './screening.store.ts';
import type { WriteFound } from './save-screening-result.ts';

/** Transactions per batch, which is written in one transaction. */
const portion = 100;
/** Failures are tried again in the next two runs, then reported as a failed finding. */
const retries = afterPauses([0, 0]);

/**
 * Rescreens past transactions affected by a directory release; a different result becomes a finding. The queue is in the
 * database, so a restart continues where it stopped.
 */
export function createRescreening(options: {
  db: SqlDatabase;
  kysely: Kysely<Schema>;
  clusters: ClusterAccess;
  screenRows: ScreenRows;
  writeFound: WriteFound;
  onScreened: (organizationId: string) => Promise<void>;
  logger: Pick<Logger, 'warn'>;
  now: () => number;
}) {
  const { db, kysely, clusters, screenRows, writeFound, onScreened, logger, now } = options;

  /** Queues transactions affected by the next unprocessed release. Returns false if there is none. */
  async function lookThroughNext(): Promise<boolean> {
    const release = await inTransaction(db, 'read write', async (session) =>
      announceRelease(kyselyOver(session), await directoryVersion(session)),
    );
    if (release === undefined) return false;
    // Separate transaction: sees everything written by screenings that didn't know the release.
    await inTransaction(db, 'read write', async (session) => {
      const trx = kyselyOver(session);
      await sortNewNames(trx, 'compliance_dependency_names');
      for await (const affected of readAffectedBy(session, release)) {
        await enqueueAffected(trx, release, await affectedDependencies(session, affected, clusters));
      }
      await enqueueAffected(trx, release, null);
      await noteLookedThrough(trx, release);
    });
    return true;
  }

  /** What is done with rows of a portion. */
  function sinkFor(rows: readonly RescreeningRow[]): ResultSink {
    const waiting = new Map(rows.map((row) => [row.id, row]));
    const inQueue = ({ id }: DueRow): RescreeningRow => {
      const row = waiting.get(id);
      if (!row) throw new RangeError(`Transaction ${id} is not of this portion`);
      return row;
    };
    return {
      /** What was changed meanwhile stays in the queue. */
      write: (results) =>
        kysely.transaction().execute(async (trx) => {
          const at = new Date(now());
          const written = await writeFound(trx, results);
          for (const { row, found } of written) {
            const change = changeOf(row, found);
            const { release } = inQueue(row).claim;
            if (change) await insertFinding(trx, { ...row, release }, { change, at });
          }
          await takeOut(
            trx,
            written.map(({ row }) => inQueue(row)),
          );
          const done = new Set(written.map(({ row }) => row.id));
          for (const { row } of results) {
            if (!done.has(row.id)) await releaseRescreening(trx, inQueue(row), at);
          }
          return written.length;
        }),

      /** The transaction was withdrawn; if it returns, it is screened like a new one. */
      async leave(row) {
        await takeOut(kysely, [inQueue(row)]);
        return true;
      },

      async fail(row, error) {
        logger.warn({ err: error, transactionId: row.id }, 'a transaction could not be screened again');
        const again = inQueue(row);
        const next = nextAttempt(retries, again.claim.attempts, now());
        if (next) {
          await rescreenLater(kysely, again, next);
          return true;
        }
        const before = stateOfRow(row);
        const after = { ...before, screening: 'failed' as const };
        const change: Change = { before, after, parties: [] };
        await kysely.transaction().execute(async (trx) => {
          await insertFinding(trx, { ...row, release: again.claim.release }, { change, at: new Date(now()) });
          await takeOut(trx, [again]);
        });
        return true;
      },
    };
  }

  /** Whatever stops it, the rest stays in the queue. */
  async function screenClaimed(rows: readonly RescreeningRow[], signal: AbortSignal): Promise<number> {
    try {
      return await screenRows(rows, sinkFor(rows), signal);
    } catch (error) {
      for (const row of rows) await releaseRescreening(kysely, row, new Date(now()));
      throw error;
    }
  }

  return {
    /** Looks new releases through and works the queue off until it is empty, something new is due, or the server stops. */
    async run(signal: AbortSignal): Promise<void> {
      while (!signal.aborted && (await lookThroughNext()));
      while (!signal.aborted) {
        const [due] = await readDue(kysely, { at: new Date(now()), limit: 1 });
        if (due) return;
        const rows = await claimRescreening(kysely, { at: now(), limit: portion });
        if (rows.length === 0) return;
        const done = await screenClaimed(rows, signal);
        for (const id of new Set(rows.map((row) => row.organization_id))) await onScreened(id);
        // What failed, and what others change all the time, is tried again in the next run.
        if (done === 0 || rows.length < portion || rows.some(({ claim }) => claim.attempts > 1)) return;
      }
    },
  };
}
