import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { ComplianceTransactionTable } from '../../../db/schema.ts';

export type TransactionRow = Selectable<ComplianceTransactionTable>;

export interface CaseName {
  readonly id: string;
  readonly number: number;
  readonly title: string;
}

/** Cases of the organization among some ids. */
export async function caseNames(
  db: Kysely<Schema>,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, CaseName>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('compliance_case')
    .select(['id', 'number', 'title'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Compliance transactions of a case. */
export async function transactionIdsOfCase(db: Kysely<Schema>, caseId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('case_transaction')
    .select('transaction_id')
    .where('case_id', '=', caseId)
    .execute();
  return rows.map((row) => row.transaction_id);
}

/** Those of the organization among some ids, the earliest first. */
export async function findTransactions(
  db: Kysely<Schema>,
  organizationId: string,
  ids: readonly string[],
): Promise<TransactionRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('compliance_transaction')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', 'in', [...new Set(ids)])
    .orderBy('happened_at')
    .orderBy('id')
    .execute();
}
