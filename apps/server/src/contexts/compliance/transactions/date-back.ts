import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { dueAt } from '../review/review-clock.ts';
import { lockUndecided, setSeen } from './date-back.store.ts';

/**
 * Dates the unassigned transactions of an organization back to when they happened, with their deadlines, as if their addresses
 * had been monitored then. Only for the demo network, whose team has worked before it was started.
 */
export async function dateBack(
  kysely: Kysely<Schema>,
  { organizationId, before }: { organizationId: string; before: Date },
): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    const rows = await lockUndecided(trx, { organizationId, before });
    await setSeen(
      trx,
      rows.map(({ id, score, happenedAt }) => ({ id, dueAt: dueAt(score, happenedAt) })),
    );
  });
}
