import type { SarStatus } from '@hopscope/contract';
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import { containing } from '../../../db/like.ts';
import type { Schema } from '../../../db/schema.ts';
import type { EventLog } from '../event-log.ts';
import type { SarEventTable, SarReportTable, SarSignatureTable } from '../../../db/schema.ts';

export type SarRow = Selectable<SarReportTable>;
export type SignatureRow = Selectable<SarSignatureTable>;
export type SarEventRow = Selectable<SarEventTable>;

export interface SarFilter {
  organizationId: string;
  status?: SarStatus | undefined;
  caseId?: string | undefined;
  transactionId?: string | undefined;
  number?: number | undefined;
  search?: string | undefined;
}

function conditionsOf({
  organizationId,
  status,
  caseId,
  transactionId,
  number,
  search,
}: SarFilter): RawBuilder<unknown> {
  const conditions = [sql`r.organization_id = ${organizationId}`];
  if (status !== undefined) conditions.push(sql`r.status = ${status}`);
  if (caseId !== undefined) conditions.push(sql`r.case_id = ${caseId}`);
  if (transactionId !== undefined) {
    conditions.push(
      sql`r.id in (select t.report_id from sar_transaction t where t.transaction_id = ${transactionId})`,
    );
  }
  if (number !== undefined) conditions.push(sql`r.number = ${number}`);
  if (search !== undefined) {
    const part = containing(search);
    conditions.push(sql`(r.title ilike ${part} or r.subjects ilike ${part} or r.reference ilike ${part})`);
  }
  return sql.join(conditions, sql` and `);
}

/** A page, what changed last first. */
export async function readSars(
  db: Kysely<Schema>,
  filter: SarFilter,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: SarRow[]; total: number }> {
  const conditions = conditionsOf(filter);
  const counted = await sql<{ total: bigint }>`
    select count(*) as total from sar_report r where ${conditions}`.execute(db);
  const { rows } = await sql<SarRow>`
    select r.* from sar_report r where ${conditions}
    order by r.updated_at desc, r.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return { rows, total: Number(counted.rows[0]?.total ?? 0n) };
}

/** One of the organization; with `lock` until the transaction ends. */
export async function findSar(
  db: Kysely<Schema>,
  { organizationId, id }: { organizationId: string; id: string },
  lock = false,
): Promise<SarRow | undefined> {
  const query = db
    .selectFrom('sar_report')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** Numbers of reports by their ids. */
export async function numbersOf(db: Kysely<Schema>, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('sar_report')
    .select(['id', 'number'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, number }) => [id, number]));
}

/** Returns the number of the next report. The caller holds the organization lock. */
export async function nextSarNumber(trx: Kysely<Schema>, organizationId: string): Promise<number> {
  const row = await trx
    .selectFrom('sar_report')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return (row?.last ?? 0) + 1;
}

export async function insertSar(
  trx: Kysely<Schema>,
  row: SarRow,
  transactionIds: readonly string[],
): Promise<void> {
  await trx.insertInto('sar_report').values(row).execute();
  await linkTransactions(trx, row.id, transactionIds);
}

/** Replaces the linked transactions of a report. */
export async function linkTransactions(
  trx: Kysely<Schema>,
  reportId: string,
  transactionIds: readonly string[],
): Promise<void> {
  await trx.deleteFrom('sar_transaction').where('report_id', '=', reportId).execute();
  if (transactionIds.length === 0) return;
  await trx
    .insertInto('sar_transaction')
    .values([...new Set(transactionIds)].map((id) => ({ report_id: reportId, transaction_id: id })))
    .execute();
}

export async function linkedTransactions(db: Kysely<Schema>, reportId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sar_transaction')
    .select('transaction_id')
    .where('report_id', '=', reportId)
    .orderBy('transaction_id')
    .execute();
  return rows.map((row) => row.transaction_id);
}

export async function updateSar(
  trx: Kysely<Schema>,
  id: string,
  change: Partial<Omit<SarRow, 'id' | 'organization_id' | 'number'>>,
): Promise<void> {
  await trx.updateTable('sar_report').set(change).where('id', '=', id).execute();
}

/** Signatures of some reports, the oldest first. */
export async function readSignatures(
  db: Kysely<Schema>,
  reportIds: readonly string[],
): Promise<SignatureRow[]> {
  if (reportIds.length === 0) return [];
  return db
    .selectFrom('sar_signature')
    .selectAll()
    .where('report_id', 'in', [...reportIds])
    .orderBy('signed_at')
    .orderBy('id')
    .execute();
}

export async function insertSignature(trx: Kysely<Schema>, row: SignatureRow): Promise<void> {
  await trx.insertInto('sar_signature').values(row).execute();
}

/** Voids valid signatures; returns how many. */
export async function voidSignatures(
  trx: Kysely<Schema>,
  reportId: string,
  { at, by, reason }: { at: Date; by: string; reason: string },
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('sar_signature')
    .set({ voided_at: at, voided_by: by, voided_because: reason })
    .where('report_id', '=', reportId)
    .where('voided_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The history of a report: one event for each version. */
export const sarLog: EventLog<'sar_event'> = { table: 'sar_event', subject: 'report_id' };
