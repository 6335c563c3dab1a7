import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Schema } from '../../../db/schema.ts';
import { afterPauses, nextAttempt } from '../../../jobs/retry-queue.ts';
import { addScreened, wasConfirmed } from '../review/events.store.ts';
import type { ResultSink, ScreenRows } from './screen-rows.ts';
import { type DueRow, readDue, settle } from './screening.store.ts';
import type { RaiseAlerts, WriteFound } from './save-screening-result.ts';

/** Transactions per batch; new ones are processed before the rest. */
const portion = 20;
/** Delays before retries in milliseconds; afterwards, screening has failed and the transaction stays listed. */
const retries = afterPauses([2_000, 10_000, 60_000, 300_000]);

/** Screens matches: counterparties, value, and score. Rows store when they are due, so a restart continues where it stopped. */
export function createScreening(options: {
  kysely: Kysely<Schema>;
  screenRows: ScreenRows;
  writeFound: WriteFound;
  raiseAlerts: RaiseAlerts;
  /** Raises the alert of a payment that was in a block and was reversed. */
  raiseReversed: (trx: Kysely<Schema>, row: DueRow) => Promise<unknown>;
  /** Told after a portion that concerned the organization. */
  onScreened: (organizationId: string) => Promise<void>;
  logger: Pick<Logger, 'warn'>;
  now: () => number;
}) {
  const { kysely, screenRows, writeFound, raiseAlerts, raiseReversed, onScreened, logger, now } = options;

  const sink: ResultSink = {
    /** What was changed meanwhile stays due. */
    write: (results) => kysely.transaction().execute(async (trx) => (await writeFound(trx, results)).length),

    /** What it was screened to be earlier stays. */
    leave(row) {
      const earlier = row.risk_score === null ? 'not_covered' : 'scored';
      const screening = row.screening === 'pending' ? earlier : row.screening;
      return kysely.transaction().execute(async (trx) => {
        if (!(await settle(trx, row, { screening, next_attempt_at: null }))) return false;
        const reversed = row.dropped_because === 'conflict' && (await wasConfirmed(trx, row.id));
        if (reversed) await raiseReversed(trx, row);
        return true;
      });
    },

    async fail(row, error) {
      logger.warn({ err: error, transactionId: row.id }, 'a transaction could not be screened');
      const attempts = row.attempts + 1;
      const next = nextAttempt(retries, attempts, now());
      if (next) return settle(kysely, row, { attempts, next_attempt_at: next });
      return kysely.transaction().execute(async (trx) => {
        const change = { attempts, screening: 'failed', next_attempt_at: null } as const;
        if (!(await settle(trx, row, change))) return false;
        const { id, organization_id: organizationId } = row;
        await addScreened(trx, new Date(now()), [{ id, organizationId, outcome: 'failed' }]);
        await raiseAlerts(trx, [{ row, parties: null, indirect: null }]);
        return true;
      });
    },
  };

  return {
    /** Screens due transactions in batches until none is left or the server stops. */
    async run(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        const rows = await readDue(kysely, { at: new Date(now()), limit: portion });
        if (rows.length === 0) return;
        const done = await screenRows(rows, sink, signal);
        for (const id of new Set(rows.map((row) => row.organization_id))) await onScreened(id);
        // Rows that others change continuously are retried in the next run.
        if (done === 0 || rows.length < portion) return;
      }
    },
  };
}
