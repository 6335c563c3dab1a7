import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { TransactionRow } from '../transactions/transaction-order.ts';

/** Returns transactions whose snooze has ended, locked until the transaction ends; skips locked ones. */
export async function lockEnded(trx: Kysely<Schema>, at: Date, limit: number): Promise<TransactionRow[]> {
  return trx
    .selectFrom('compliance_transaction')
    .selectAll()
    .where('snoozed_until', '<=', at)
    .orderBy('snoozed_until')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}
