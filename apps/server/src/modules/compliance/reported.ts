import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { ByMember } from '../organizations/membership.service.ts';
import { lockTransactions, updateTransactions } from './compliance-transactions.store.ts';
import { addHappenings } from './happenings.store.ts';

/** Notes on compliance transactions that a report about them was handed in; whoever records the report writes the audit log. */
export function createReportedTransactions() {
  return {
    async note(
      trx: Kysely<Schema>,
      { by, at, ids, report }: { by: ByMember; at: Date; ids: readonly string[]; report: string },
    ): Promise<void> {
      const { organizationId, userId } = by.member;
      const rows = await lockTransactions(trx, organizationId, ids);
      await updateTransactions(trx, [...rows.keys()], { sar_submitted: true, sar_report: report });
      await addHappenings(
        trx,
        [...rows.values()].map(({ id, status }) => ({
          transaction_id: id,
          organization_id: organizationId,
          kind: 'status' as const,
          at,
          by_id: userId,
          before: status,
          after: status,
          note: report,
        })),
      );
    },
  };
}

export type ReportedTransactions = ReturnType<typeof createReportedTransactions>;
