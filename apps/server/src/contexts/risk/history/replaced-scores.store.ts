import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';

/** Scores of an organization that another one of the same line of history has replaced since. */
const replaced = (organizationId: string) => sql`risk_watch w
  where h.watch_id = w.id and w.organization_id = ${organizationId}
    and exists (select 1 from risk_history n where n.watch_id = h.watch_id and n.id > h.id)`;

/** Deletes replaced scores from before a time; keeps the newest of each history. */
export async function removeReplacedScores(
  trx: Kysely<Schema>,
  organizationId: string,
  before: Date,
): Promise<{ replacedScores: number }> {
  const { numAffectedRows } =
    await sql`delete from risk_history h using ${replaced(organizationId)} and h.at < ${before}`.execute(trx);
  return { replacedScores: Number(numAffectedRows ?? 0n) };
}

/** Returns the time of the oldest replaced score; null if there is none. */
export async function oldestReplacedScore(db: Kysely<Schema>, organizationId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(h.at) as at from risk_history h, ${replaced(organizationId)}`.execute(db);
  return rows[0]?.at ?? null;
}
