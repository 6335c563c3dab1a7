import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { addScreened } from './happenings.store.ts';
import { keepMet } from './met.store.ts';
import type { Reading } from './read-dealings.ts';
import { dueAt } from './review-clock.ts';
import type { Found } from './screen-rows.ts';
import { type DueRow, settle } from './screening.store.ts';

/** What a score says in the history of its transaction. */
export const saidOf = ({ screening, score }: Pick<Found['outcome'], 'screening' | 'score'>): string =>
  score === null ? screening : String(score);

/** Writes what was found into a row and its history, in the transaction of the caller. False where the row was changed meanwhile. */
export function createWriteFound(options: {
  countMonitored: (trx: Kysely<Schema>, organizationId: string, count: number) => Promise<unknown>;
  /** Compares what was found with the alert rules of the organisation, in the transaction that writes it. */
  raiseAlerts: (trx: Kysely<Schema>, row: DueRow, parties: Reading['parties'] | null) => Promise<unknown>;
  now: () => number;
}) {
  const { countMonitored, raiseAlerts, now } = options;

  return async (trx: Kysely<Schema>, row: DueRow, found: Found): Promise<boolean> => {
    const { reading, outcome, cents } = found;
    const { screening, score } = outcome;
    const at = new Date(now());
    const cheap = cents !== null && cents < row.transaction_threshold;
    // What somebody has in hand does not vanish from the list.
    const below = cheap && row.status === 'UNASSIGNED';
    const counted = row.screened_at !== null && !row.below;
    const written = await settle(trx, row, {
      screening,
      screening_due: null,
      attempts: 0,
      screened_at: at,
      risk_score: score,
      over_threshold: score !== null && score >= row.risk_threshold,
      usd_cents: cents,
      below,
      asset_symbol: reading?.asset.symbol ?? null,
      asset_decimals: reading?.asset.decimals ?? null,
      counterparties: reading ? JSON.stringify(reading.parties) : null,
      basis: outcome.basis && JSON.stringify(outcome.basis),
      due_at: dueAt(score, row.seen_at),
    });
    if (!written) return false;
    const { id, organization_id: organizationId } = row;
    await addScreened(trx, { id, organizationId, at, outcome: saidOf(outcome) });
    await keepMet(trx, id, found);
    // Counted as monitored when it is first listed.
    if (!below && !counted) await countMonitored(trx, organizationId, 1);
    await raiseAlerts(trx, row, reading?.parties ?? null);
    return true;
  };
}

export type WriteFound = ReturnType<typeof createWriteFound>;
