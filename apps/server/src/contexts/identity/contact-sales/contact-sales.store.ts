import type { Kysely, Selectable } from 'kysely';
import { readPage } from '../../../db/paging.ts';
import type { Schema } from '../../../db/schema.ts';
import type { ContactRequestTable } from '../../../db/schema.ts';

export type ContactRequestRow = Selectable<ContactRequestTable>;

export async function insertContactRequest(trx: Kysely<Schema>, row: ContactRequestRow): Promise<void> {
  await trx.insertInto('contact_request').values(row).execute();
}

/** Requests, newest first, with the exact number that match. */
export async function readContactRequests(
  db: Kysely<Schema>,
  open: boolean | undefined,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: ContactRequestRow[]; total: number }> {
  let matching = db.selectFrom('contact_request');
  if (open !== undefined) matching = matching.where('closed_at', open ? 'is' : 'is not', null);
  return readPage(matching, (all) => all.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc'), {
    page,
    limit,
  });
}

/** The request, locked until the transaction ends. */
export async function lockContactRequest(
  trx: Kysely<Schema>,
  id: string,
): Promise<ContactRequestRow | undefined> {
  return trx.selectFrom('contact_request').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function closeContactRequest(
  trx: Kysely<Schema>,
  id: string,
  at: Date,
): Promise<ContactRequestRow> {
  return trx
    .updateTable('contact_request')
    .set({ closed_at: at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes what a person wrote. */
export async function deleteContactRequestsOf(trx: Kysely<Schema>, userId: string): Promise<void> {
  await trx.deleteFrom('contact_request').where('user_id', '=', userId).execute();
}
