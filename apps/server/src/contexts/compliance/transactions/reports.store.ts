import type { SarStatus } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';

/** A suspicious activity report as a transaction names it. */
export interface ReportName {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly status: SarStatus;
}

export interface LockedReport extends ReportName {
  readonly authority: string | null;
  readonly reference: string | null;
}

/** Reports of the organization among some ids. */
export async function reportNames(
  db: Kysely<Schema>,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, ReportName>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('sar_report')
    .select(['id', 'number', 'title', 'status'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns a report of the organization, locked until the transaction ends. Call before locking compliance transactions. */
export async function lockReport(
  trx: Kysely<Schema>,
  organizationId: string,
  id: string,
): Promise<LockedReport | undefined> {
  return trx
    .selectFrom('sar_report')
    .select(['id', 'number', 'title', 'status', 'authority', 'reference'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
}

export async function isInReport(
  trx: Kysely<Schema>,
  reportId: string,
  transactionId: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom('sar_transaction')
    .select('report_id')
    .where('report_id', '=', reportId)
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Transactions that were closed with a report, or are proposed to be. */
export async function closedWith(
  trx: Kysely<Schema>,
  organizationId: string,
  reportId: string,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('compliance_transaction')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where((eb) =>
      eb.or([
        eb.and([eb('sar_id', '=', reportId), eb('status', '=', 'CLOSED_WITH_SAR')]),
        eb('proposed_sar_id', '=', reportId),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}
