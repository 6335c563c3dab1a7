import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { RetentionReceiptTable } from '../../../db/schema.ts';

/** Adds to the count of the month and returns the sum. */
export async function addTransactions(
  trx: Kysely<Schema>,
  usage: { organizationId: string; month: string; count: number },
): Promise<bigint> {
  const row = await trx
    .insertInto('usage_month')
    .values({
      organization_id: usage.organizationId,
      month: usage.month,
      transactions: BigInt(usage.count),
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'month']).doUpdateSet(({ eb, ref }) => ({
        transactions: eb(ref('usage_month.transactions'), '+', ref('excluded.transactions')),
      })),
    )
    .returning('transactions')
    .executeTakeFirstOrThrow();
  return row.transactions;
}

export async function readTransactions(
  db: Kysely<Schema>,
  organizationId: string,
  month: string,
): Promise<bigint> {
  const row = await db
    .selectFrom('usage_month')
    .select('transactions')
    .where('organization_id', '=', organizationId)
    .where('month', '=', month)
    .executeTakeFirst();
  return row?.transactions ?? 0n;
}

export type ReceiptRow = Selectable<RetentionReceiptTable>;

export async function insertReceipt(trx: Kysely<Schema>, row: ReceiptRow): Promise<void> {
  await trx.insertInto('retention_receipt').values(row).execute();
}

/** The latest receipts, newest first. */
export async function readReceipts(
  db: Kysely<Schema>,
  organizationId: string,
  limit: number,
): Promise<ReceiptRow[]> {
  return db
    .selectFrom('retention_receipt')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();
}
