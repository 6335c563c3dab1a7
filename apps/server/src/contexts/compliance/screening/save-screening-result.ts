import { screenerBandOf } from '@hopscope/domain';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { saveIndirectExposures } from './exposure.store.ts';
import { addScreened } from '../review/events.store.ts';
import type { IndirectExposure, Parties } from '../transactions/screening-result.ts';
import { saveDependencies } from './dependencies.store.ts';
import { dueAt } from '../review/review-clock.ts';
import type { ScreeningResult } from './screen-rows.ts';
import { type DueRow, settleAll } from './screening.store.ts';

/** A screened transaction with its counterparties; null: unknown. */
export interface Exposed {
  readonly row: DueRow;
  readonly parties: Parties | null;
  readonly indirect: IndirectExposure | null;
}

/** Compares transactions with alert rules by their counterparties. */
export type RaiseAlerts = (trx: Kysely<Schema>, screened: readonly Exposed[]) => Promise<unknown>;

/** Returns the text of a score for the history. */
export const outcomeLabel = ({
  screening,
  score,
}: Pick<ScreeningResult['outcome'], 'screening' | 'score'>): string =>
  score === null ? screening : String(score);

/** The result of screening a row. */
export interface RowResult {
  readonly row: DueRow;
  readonly found: ScreeningResult;
}

/** Returns whether the transaction is worth less than the threshold, so that it is counted and not listed. */
const isBelowThreshold = ({ row, found: { cents } }: RowResult): boolean =>
  // A transaction under review stays listed.
  cents !== null && cents < row.transaction_threshold && row.status === 'UNASSIGNED';

function columnsOf(result: RowResult, at: Date) {
  const { row, found } = result;
  const { reading, outcome, cents, assets } = found;
  const { screening, score } = outcome;
  return {
    screening,
    next_attempt_at: null,
    attempts: 0,
    screened_at: at,
    risk_score: score,
    risk_level: score === null ? null : screenerBandOf(score),
    risk_profile: outcome.profile,
    over_threshold: score !== null && score >= row.risk_threshold,
    usd_cents: cents === null ? null : String(cents),
    below_threshold: isBelowThreshold(result),
    asset_symbol: reading?.asset.symbol ?? null,
    asset_decimals: reading?.asset.decimals ?? null,
    assets: assets && JSON.stringify(assets),
    counterparties: reading ? JSON.stringify(reading.parties) : null,
    basis: outcome.basis && JSON.stringify(outcome.basis),
    due_at: dueAt(score, row.seen_at),
  };
}

/**
 * Writes results to their rows and histories in the caller's transaction. Returns those written: the rows of the others have
 * changed meanwhile.
 */
export function createWriteFound(options: {
  countMonitored: (trx: Kysely<Schema>, organizationId: string, count: number) => Promise<unknown>;
  /** Evaluates the alert rules of the organizations in the same transaction. */
  raiseAlerts: RaiseAlerts;
  now: () => number;
}) {
  const { countMonitored, raiseAlerts, now } = options;

  return async (trx: Kysely<Schema>, results: readonly RowResult[]): Promise<RowResult[]> => {
    const at = new Date(now());
    const changes = results.map((result) => ({ row: result.row, change: columnsOf(result, at) }));
    const ids = await settleAll(trx, changes);
    const written = results.filter(({ row }) => ids.has(row.id));
    if (written.length === 0) return [];
    const events = written.map(({ row, found }) => ({
      id: row.id,
      organizationId: row.organization_id,
      outcome: outcomeLabel(found.outcome),
    }));
    await addScreened(trx, at, events);
    await saveDependencies(
      trx,
      written.map(({ row, found }) => ({ id: row.id, found })),
    );
    // Counted as monitored when it is first listed.
    const listed = written.filter(
      (result) =>
        !isBelowThreshold(result) && (result.row.screened_at === null || result.row.below_threshold),
    );
    const counted = Map.groupBy(listed, ({ row }) => row.organization_id);
    // Always in the same order: each counter stays locked until the transaction ends.
    for (const organizationId of [...counted.keys()].toSorted()) {
      await countMonitored(trx, organizationId, counted.get(organizationId)?.length ?? 0);
    }
    await saveIndirectExposures(
      trx,
      written.map(({ row, found }) => ({ id: row.id, indirect: found.outcome.indirect })),
    );
    await raiseAlerts(
      trx,
      written.map(({ row, found }) => ({
        row,
        parties: found.reading?.parties ?? null,
        indirect: found.outcome.indirect,
      })),
    );
    return written;
  };
}

export type WriteFound = ReturnType<typeof createWriteFound>;
