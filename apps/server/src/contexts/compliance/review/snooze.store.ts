import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { TransactionRow } from '../transactions/compliance-transactions.store.ts';

/** Those whose snooze has ended, locked until the transaction ends; what somebody else holds comes next time. */
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
