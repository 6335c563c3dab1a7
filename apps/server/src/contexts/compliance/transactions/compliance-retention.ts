import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { RetentionSource } from '../../identity/subscriptions/retention.service.ts';

/** Transactions that one run removes of an organization; the rest follows with the next ones. */
const mostAtOnce = 20_000;

/** Decided without a report, and not referenced by stored or open records. */
const removable = (organizationId: string) => sql`
  t.organization_id = ${organizationId} and t.status in ('APPROVED', 'CLOSED_WITH_NOTE') and not t.below_threshold and not t.sar_submitted
  and not exists (select from case_transaction c where c.transaction_id = t.id)
  and not exists (select from sar_transaction s where s.transaction_id = t.id)
  and not exists (select from alert a where a.transaction_id = t.id and a.status = 'new')
  and not exists (select from compliance_finding f where f.transaction_id = t.id and f.seen_at is null)`;

/** Deletes the dependent rows of transactions by table; returns the number of alerts. */
async function removeWith(trx: Kysely<Schema>, ids: readonly string[]): Promise<number> {
  const gone = sql`any(${ids}::uuid[])`;
  await sql`delete from webhook_delivery d using alert_event e, alert a
    where d.event_id = e.id and e.alert_id = a.id and a.transaction_id = ${gone}`.execute(trx);
  await sql`delete from alert_event e using alert a where e.alert_id = a.id and a.transaction_id = ${gone}`.execute(
    trx,
  );
  const alerts = await sql`delete from alert where transaction_id = ${gone}`.execute(trx);
  await sql`delete from compliance_finding where transaction_id = ${gone}`.execute(trx);
  await sql`delete from compliance_rescreen where transaction_id = ${gone}`.execute(trx);
  await sql`delete from compliance_exposure where transaction_id = ${gone}`.execute(trx);
  await sql`delete from compliance_dependency where transaction_id = ${gone}`.execute(trx);
  await sql`delete from review_step where transaction_id = ${gone}`.execute(trx);
  await sql`delete from compliance_event where transaction_id = ${gone}`.execute(trx);
  return Number(alerts.numAffectedRows ?? 0n);
}

/** Decided transactions with their history, findings and alerts. The time runs from the last thing that happened to them. */
export const complianceRetention: RetentionSource = {
  async removeOlderThan(trx, organizationId, before) {
    const { rows } = await sql<{ id: string }>`
      select t.id from compliance_transaction t where ${removable(organizationId)} and t.happened_at < ${before}
        and t.seen_at < ${before} and coalesce(t.screened_at < ${before}, true)
        and not exists (select from compliance_event h where h.transaction_id = t.id and h.at >= ${before})
        and not exists (select from alert a where a.transaction_id = t.id and a.acknowledged_at >= ${before})
        and not exists (select from compliance_finding f where f.transaction_id = t.id and f.seen_at >= ${before})
      order by t.happened_at limit ${mostAtOnce} for update of t`.execute(trx);
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return { decidedTransactions: 0, alerts: 0 };
    const alerts = await removeWith(trx, ids);
    await sql`delete from compliance_transaction where id = any(${ids}::uuid[])`.execute(trx);
    return { decidedTransactions: ids.length, alerts };
  },
  async oldest(db, organizationId) {
    const { rows } = await sql<{ at: Date | null }>`
      select min(t.happened_at) as at from compliance_transaction t where ${removable(organizationId)}`.execute(
      db,
    );
    return rows[0]?.at ?? null;
  },
};
