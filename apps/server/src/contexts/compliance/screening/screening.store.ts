import { type Kysely, sql, type Updateable } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { ComplianceTransactionTable } from '../../../db/schema.ts';
import type { TransactionRow } from '../transactions/transaction-order.ts';

/** A transaction that is to be screened, with the thresholds that count for it. */
export interface DueRow extends TransactionRow {
  /** Another one with every change of the row. */
  readonly mark: string;
  /** Threshold of the address, otherwise of the organization. */
  readonly risk_threshold: number;
  /** Threshold of the organization in cents. */
  readonly transaction_threshold: bigint;
}

/** Those that are due, the newest first. Of organizations that are deleted none is. */
export async function readDue(
  db: Kysely<Schema>,
  { at, limit }: { at: Date; limit: number },
): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select t.*, t.xmin::text as mark, coalesce(m.risk_threshold, o.risk_score_threshold)::int4 as risk_threshold,
      o.transaction_threshold
    from compliance_transaction t
    join organization o on o.id = t.organization_id and o.deleted_at is null
    left join monitored_address m on m.id = t.address_id
    where t.next_attempt_at is not null and t.next_attempt_at <= ${at}
    order by t.seen_at desc, t.id limit ${limit}`.execute(db);
  return rows;
}

/** Columns of a result; amounts as text. */
type ScreenedColumns = Readonly<Record<string, string | number | boolean | Date | null>>;

/** Writes a result unless the row has changed since it was read; then it stays due. Returns whether it was written. */
export async function settle(
  trx: Kysely<Schema>,
  { id, mark }: Pick<DueRow, 'id' | 'mark'>,
  change: Updateable<ComplianceTransactionTable>,
): Promise<boolean> {
  const rows = await trx
    .updateTable('compliance_transaction')
    .set(change)
    .where('id', '=', id)
    .where(sql<boolean>`xmin::text = ${mark}`)
    .returning('id')
    .execute();
  return rows.length > 0;
}

/**
 * Writes results like `settle`, in one statement; returns the IDs of those written. Locks the rows in the order of their IDs.
 */
export async function settleAll(
  trx: Kysely<Schema>,
  results: readonly { readonly row: Pick<DueRow, 'id' | 'mark'>; readonly change: ScreenedColumns }[],
): Promise<Set<string>> {
  const columns = Object.keys(results[0]?.change ?? {}).map((name) => sql.ref(name));
  const given = JSON.stringify(results.map(({ row, change }) => ({ id: row.id, ...change })));
  const { rows } = await sql<{ id: string }>`
    with locked as materialized (
      select id from compliance_transaction where id = any(${results.map(({ row }) => row.id)}::uuid[]) order by id for update
    )
    update compliance_transaction t set (${sql.join(columns)}) = (select ${sql.join(columns.map((name) => sql`given.${name}`))})
    from jsonb_populate_recordset(null::compliance_transaction, ${given}::jsonb) given
    join locked on locked.id = given.id
    join unnest(${results.map(({ row }) => row.id)}::uuid[], ${results.map(({ row }) => row.mark)}::text[]) as read (id, mark)
      on read.id = given.id
    where t.id = given.id and t.xmin::text = read.mark returning t.id`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}
