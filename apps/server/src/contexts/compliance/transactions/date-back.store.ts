import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';

/** Locks unassigned transactions that happened before a time and were seen later. */
export async function lockUndecided(
  trx: Kysely<Schema>,
  { organizationId, before }: { organizationId: string; before: Date },
): Promise<{ id: string; score: number | null; happenedAt: Date }[]> {
  const rows = await trx
    .selectFrom('compliance_transaction')
    .select(['id', 'risk_score', 'happened_at'])
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'UNASSIGNED')
    .where('happened_at', '<', before)
    .whereRef('seen_at', '>', 'happened_at')
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id, risk_score: score, happened_at: happenedAt }) => ({ id, score, happenedAt }));
}

/** Sets the time at which transactions were seen and screened to when they happened, with their deadlines. */
export async function setSeen(
  trx: Kysely<Schema>,
  rows: readonly { id: string; dueAt: Date | null }[],
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const due = rows.map((row) => row.dueAt?.toISOString() ?? null);
  await sql`
    update compliance_transaction t
    set seen_at = t.happened_at, due_at = d.due_at,
      screened_at = case when t.screened_at is null then null else t.happened_at end
    from unnest(${ids}::uuid[], ${due}::timestamptz[]) as d(id, due_at) where t.id = d.id`.execute(trx);
  await sql`
    update compliance_event e set at = t.happened_at from compliance_transaction t
    where t.id = e.transaction_id and t.id = any(${ids}::uuid[]) and e.kind in ('seen', 'confirmed', 'screened')`.execute(
    trx,
  );
}
