import { screenerBandOf } from '@hopscope/domain';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { saveIndirectExposure } from './exposure.store.ts';
import { addScreened } from '../review/events.store.ts';
import type { IndirectExposure, Parties } from '../transactions/screening-result.ts';
import { saveDependencies } from './dependencies.store.ts';
import { dueAt } from '../review/review-clock.ts';
import type { ScreeningResult } from './screen-rows.ts';
import { type DueRow, settle } from './screening.store.ts';

/** Compares a transaction with alert rules by its counterparties; null: unknown. */
export type RaiseAlerts = (
  trx: Kysely<Schema>,
  row: DueRow,
  found: { parties: Parties | null; indirect: IndirectExposure | null },
) => Promise<unknown>;

/** Returns the text of a score for the history. */
export const outcomeLabel = ({
  screening,
  score,
}: Pick<ScreeningResult['outcome'], 'screening' | 'score'>): string =>
  score === null ? screening : String(score);

/** Writes a result to the row and its history in the caller's transaction. Returns false if the row has changed meanwhile. */
export function createWriteFound(options: {
  countMonitored: (trx: Kysely<Schema>, organizationId: string, count: number) => Promise<unknown>;
  /** Evaluates the alert rules of the organization in the same transaction. */
  raiseAlerts: RaiseAlerts;
  now: () => number;
}) {
  const { countMonitored, raiseAlerts, now } = options;

  return async (trx: Kysely<Schema>, row: DueRow, found: ScreeningResult): Promise<boolean> => {
    const { reading, outcome, cents, assets } = found;
    const { screening, score } = outcome;
    const at = new Date(now());
    const cheap = cents !== null && cents < row.transaction_threshold;
    // A transaction under review stays listed.
    const belowThreshold = cheap && row.status === 'UNASSIGNED';
    const counted = row.screened_at !== null && !row.below_threshold;
    const written = await settle(trx, row, {
      screening,
      next_attempt_at: null,
      attempts: 0,
      screened_at: at,
      risk_score: score,
      risk_level: score === null ? null : screenerBandOf(score),
      risk_profile: outcome.profile,
      over_threshold: score !== null && score >= row.risk_threshold,
      usd_cents: cents,
      below_threshold: belowThreshold,
      asset_symbol: reading?.asset.symbol ?? null,
      asset_decimals: reading?.asset.decimals ?? null,
      assets: assets && JSON.stringify(assets),
      counterparties: reading ? JSON.stringify(reading.parties) : null,
      basis: outcome.basis && JSON.stringify(outcome.basis),
      due_at: dueAt(score, row.seen_at),
    });
    if (!written) return false;
    const { id, organization_id: organizationId } = row;
    await addScreened(trx, { id, organizationId, at, outcome: outcomeLabel(outcome) });
    await saveDependencies(trx, id, found);
    // Counted as monitored when it is first listed.
    if (!belowThreshold && !counted) await countMonitored(trx, organizationId, 1);
    await saveIndirectExposure(trx, id, outcome.indirect);
    await raiseAlerts(trx, row, { parties: reading?.parties ?? null, indirect: outcome.indirect });
    return true;
  };
}

export type WriteFound = ReturnType<typeof createWriteFound>;
