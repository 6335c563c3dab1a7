import { sql } from 'kysely';
import type { RetentionSource } from '../../identity/subscriptions/retention.service.ts';

/**
 * Withdrawn before any signature, not amended, and not of a case on legal hold: reports that were ever signed are kept, even
 * with voided signatures.
 */
const removable = (organizationId: string) => sql`
  r.organization_id = ${organizationId} and r.status = 'WITHDRAWN'
  and not exists (select from sar_signature s where s.report_id = r.id)
  and not exists (select from sar_report a where a.amends_id = r.id)
  and not exists (select from compliance_case c where c.id = r.case_id and c.hold_at is not null)`;

/** Withdrawn drafts of reports. */
export const sarRetention: RetentionSource = {
  async removeOlderThan(trx, organizationId, before) {
    const { numAffectedRows } = await sql`
      delete from sar_report r where ${removable(organizationId)} and r.withdrawn_at < ${before}`.execute(
      trx,
    );
    return { withdrawnReports: Number(numAffectedRows ?? 0n) };
  },
  async oldest(db, organizationId) {
    const { rows } = await sql<{ at: Date | null }>`
      select min(r.withdrawn_at) as at from sar_report r where ${removable(organizationId)}`.execute(db);
    return rows[0]?.at ?? null;
  },
};
