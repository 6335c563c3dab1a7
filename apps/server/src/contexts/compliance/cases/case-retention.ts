import { sql } from 'kysely';
import type { RetentionSource } from '../../identity/subscriptions/retention.service.ts';

/** Closed without a report, not on legal hold, and no report was begun from it. */
const removable = (organizationId: string) => sql`
  c.organization_id = ${organizationId} and c.status = 'CLOSED' and c.outcome <> 'REPORTED' and c.hold_at is null
  and not exists (select from sar_report r where r.organization_id = c.organization_id and r.case_id = c.id)`;

/** Closed cases with all that belongs to them, evidence files too. */
export const caseRetention: RetentionSource = {
  async removeOlderThan(trx, organizationId, before) {
    const { numAffectedRows } = await sql`
      delete from compliance_case c where ${removable(organizationId)} and c.updated_at < ${before}`.execute(
      trx,
    );
    return { closedCases: Number(numAffectedRows ?? 0n) };
  },
  async oldest(db, organizationId) {
    const { rows } = await sql<{ at: Date | null }>`
      select min(c.updated_at) as at from compliance_case c where ${removable(organizationId)}`.execute(db);
    return rows[0]?.at ?? null;
  },
};
