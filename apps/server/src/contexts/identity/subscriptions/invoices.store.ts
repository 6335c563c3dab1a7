import type { Invoice } from '@hopscope/contract';
import type { Insertable, Kysely, Selectable } from 'kysely';
import { readPage } from '../../../db/paging.ts';
import type { Schema } from '../../../db/schema.ts';
import type { InvoiceTable } from '../../../db/schema.ts';

export type InvoiceRow = Selectable<InvoiceTable>;

export async function insertInvoice(trx: Kysely<Schema>, row: Insertable<InvoiceTable>): Promise<InvoiceRow> {
  return trx.insertInto('invoice').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function findInvoice(db: Kysely<Schema>, id: string): Promise<InvoiceRow | undefined> {
  return db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Open invoices of an organization, oldest first. */
export async function readOpenInvoices(trx: Kysely<Schema>, organizationId: string): Promise<InvoiceRow[]> {
  return trx
    .selectFrom('invoice')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'open')
    .orderBy('serial')
    .execute();
}

/** Marks an open invoice; undefined if it is not open any more. */
export async function settleInvoice(
  trx: Kysely<Schema>,
  id: string,
  to: { status: 'paid' | 'void'; paidAt: Date | null },
): Promise<InvoiceRow | undefined> {
  return trx
    .updateTable('invoice')
    .set({ status: to.status, paid_at: to.paidAt })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returningAll()
    .executeTakeFirst();
}

/** Organizations with an open invoice whose time to pay is over. */
export async function readOverdue(db: Kysely<Schema>, at: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('invoice')
    .innerJoin('subscription', 'subscription.organization_id', 'invoice.organization_id')
    .select('invoice.organization_id')
    .distinct()
    .where('invoice.status', '=', 'open')
    .where('invoice.due_at', '<=', at)
    .where('subscription.status', 'in', ['active', 'unpaid'])
    .limit(limit)
    .execute();
  return rows.map((row) => row.organization_id);
}

/** A page of invoices, newest first, with the exact number that match. */
export async function readInvoices(
  db: Kysely<Schema>,
  filter: { organizationId?: string | undefined; status?: Invoice['status'] | undefined },
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: InvoiceRow[]; total: number }> {
  let matching = db.selectFrom('invoice');
  if (filter.organizationId !== undefined)
    matching = matching.where('organization_id', '=', filter.organizationId);
  if (filter.status !== undefined) matching = matching.where('status', '=', filter.status);
  return readPage(matching, (all) => all.selectAll().orderBy('serial', 'desc'), { page, limit });
}
