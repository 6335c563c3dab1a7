import type { Kysely } from 'kysely';
import { AppError } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import { isUuid } from '../../../lib/uuid.ts';
import type { AuditRecord } from '../../identity/audit/audit.service.ts';
import type { ByMember } from '../../identity/organizations/membership.service.ts';
import { transactionMissing } from '../transactions/compliance.service.ts';
import { lockTransactions } from '../transactions/compliance-transactions.store.ts';
import type { TransactionRow } from '../transactions/transaction-order.ts';
import type { TransactionViews } from '../transactions/transaction-views.ts';

/** Audit log fields of a change to a transaction; without ID if there are several. */
export function recordOf(
  { actor, member, origin }: ByMember,
  action: AuditRecord['action'],
  id: string | null,
): AuditRecord {
  return {
    actor,
    actorRole: member.role,
    origin,
    organizationId: member.organizationId,
    action,
    subject: { type: 'compliance_transaction', id },
  };
}

/** Locks a transaction. Throws 404 if it isn't in the organization, and 409 if the version differs. */
export function createLockOne(views: TransactionViews) {
  return async (
    trx: Kysely<Schema>,
    { member }: ByMember,
    { id, version }: { id: string; version: number | undefined },
  ): Promise<TransactionRow> => {
    const locked = isUuid(id) ? await lockTransactions(trx, member.organizationId, [id]) : undefined;
    const row = locked?.get(id.toLowerCase());
    if (!row) throw transactionMissing();
    if (version !== undefined && version !== row.version) {
      throw new AppError('changed_meanwhile', 'Someone else changed this transaction', {
        details: { current: await views.one(trx, row) },
      });
    }
    return row;
  };
}
