import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { ByMember } from '../../identity/organizations/membership.service.ts';
import { closedWith } from './reports.store.ts';
import { reportText } from './closing-report.ts';
import { lockTransactions, updateTransactions } from './compliance-transactions.store.ts';
import { addEvents } from '../review/events.store.ts';

/** Marks compliance transactions as reported. The caller writes the audit log. */
export function createReportedTransactions() {
  return {
    async note(
      trx: Kysely<Schema>,
      {
        by,
        at,
        ids,
        report,
      }: {
        by: ByMember;
        at: Date;
        ids: readonly string[];
        report: { id: string; number: number; authority: string; reference: string };
      },
    ): Promise<void> {
      const { organizationId, userId } = by.member;
      const text = reportText(report);
      const rows = await lockTransactions(trx, organizationId, ids);
      await updateTransactions(trx, [...rows.keys()], {
        sar_submitted: true,
        sar_report: text,
        sar_id: report.id,
      });
      await addEvents(
        trx,
        [...rows.values()].map(({ id, status }) => ({
          transaction_id: id,
          organization_id: organizationId,
          kind: 'status' as const,
          at,
          actor_id: userId,
          before: status,
          after: status,
          note: text,
          sar_id: report.id,
        })),
      );
    },

    /** Transactions that were closed with a report, or are proposed to be. */
    closedWith,
  };
}

export type ReportedTransactions = ReturnType<typeof createReportedTransactions>;
