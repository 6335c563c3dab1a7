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

/** Freezes and seizures without an unacknowledged alert. */
const removableMeasures = (organizationId: string) => sql`
  i.organization_id = ${organizationId}
  and not (i.is_due and i.presence = 'confirmed')
  and not exists (select from alert a where a.issuer_measure_id = i.id and a.status = 'new')`;

/** Deletes alerts about transactions, or about what issuers did, with their events and deliveries; returns their number. */
async function removeAlerts(
  trx: Kysely<Schema>,
  about: 'transaction_id' | 'issuer_measure_id',
  ids: readonly string[],
): Promise<number> {
  const ofGone = sql`${sql.ref(`a.${about}`)} = any(${ids}::uuid[])`;
  await sql`delete from webhook_delivery d using alert_event e, alert a
    where d.event_id = e.id and e.alert_id = a.id and ${ofGone}`.execute(trx);
  await sql`delete from alert_event e using alert a where e.alert_id = a.id and ${ofGone}`.execute(trx);
  const alerts = await sql`delete from alert a where ${ofGone}`.execute(trx);
  return Number(alerts.numAffectedRows ?? 0n);
}

/** Deletes freezes and seizures from before a time with their alerts; returns the number of alerts. */
async function removeMeasures(trx: Kysely<Schema>, organizationId: string, before: Date): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select i.id from issuer_measure i where ${removableMeasures(organizationId)} and i.happened_at < ${before}
      and not exists (select from alert a where a.issuer_measure_id = i.id
        and (a.raised_at >= ${before} or a.acknowledged_at >= ${before}))
    order by i.happened_at limit ${mostAtOnce} for update of i`.execute(trx);
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  const alerts = await removeAlerts(trx, 'issuer_measure_id', ids);
  await sql`delete from issuer_measure where id = any(${ids}::uuid[])`.execute(trx);
  return alerts;
}

/** Deletes the dependent rows of transactions by table; returns the number of alerts. */
async function removeWith(trx: Kysely<Schema>, ids: readonly string[]): Promise<number> {
  const gone = sql`any(${ids}::uuid[])`;
  const alerts = await removeAlerts(trx, 'transaction_id', ids);
  await sql`delete from compliance_finding where transaction_id = ${gone}`.execute(trx);
  await sql`delete from compliance_rescreen where transaction_id = ${gone}`.execute(trx);
  await sql`delete from compliance_exposure where transaction_id = ${gone}`.execute(trx);
  await sql`delete from compliance_dependency where transaction_id = ${gone}`.execute(trx);
  await sql`delete from review_step where transaction_id = ${gone}`.execute(trx);
  await sql`delete from compliance_event where transaction_id = ${gone}`.execute(trx);
  return alerts;
}

/** Decided transactions with their history, findings and alerts, and freezes and seizures with theirs. The time runs from the last thing that happened to them. */
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
    const ofMeasures = await removeMeasures(trx, organizationId, before);
    if (ids.length === 0) return { decidedTransactions: 0, alerts: ofMeasures };
    const alerts = ofMeasures + (await removeWith(trx, ids));
    await sql`delete from compliance_transaction where id = any(${ids}::uuid[])`.execute(trx);
    return { decidedTransactions: ids.length, alerts };
  },
  async oldest(db, organizationId) {
    const { rows } = await sql<{ at: Date | null }>`
      select least(
        (select min(t.happened_at) from compliance_transaction t where ${removable(organizationId)}),
        (select min(i.happened_at) from issuer_measure i where ${removableMeasures(organizationId)})
      ) as at`.execute(db);
    return rows[0]?.at ?? null;
  },
};
