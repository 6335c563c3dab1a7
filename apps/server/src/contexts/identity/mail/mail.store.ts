import type { Kysely, Selectable } from 'kysely';
import { readPage } from '../../../db/paging.ts';
import type { Schema } from '../../../db/schema.ts';
import type { OutboxMailTable } from '../../../db/schema.ts';
import { queued } from '../../../jobs/retry-queue.ts';

export type MailRow = Selectable<OutboxMailTable>;

export async function insertMail(trx: Kysely<Schema>, mail: MailRow): Promise<void> {
  await trx.insertInto('outbox_mail').values(mail).execute();
}

export async function settleMail(
  db: Kysely<Schema>,
  id: string,
  outcome: Partial<Pick<MailRow, 'status' | 'content' | 'last_error' | 'next_attempt_at' | 'done_at'>>,
): Promise<void> {
  await db.updateTable('outbox_mail').set(outcome).where('id', '=', id).execute();
}

/** Puts a mail that is not delivered and still has its text back in the queue; undefined if it is not such a one. */
export async function requeueMail(trx: Kysely<Schema>, id: string, now: Date): Promise<MailRow | undefined> {
  return trx
    .updateTable('outbox_mail')
    .set({
      status: 'queued',
      ...queued(now),
      done_at: null,
      last_error: null,
      created_at: now,
    })
    .where('id', '=', id)
    .where('status', '<>', 'sent')
    .where('content', 'is not', null)
    .returningAll()
    .executeTakeFirst();
}

export async function findMail(db: Kysely<Schema>, id: string): Promise<MailRow | undefined> {
  return db.selectFrom('outbox_mail').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function listMails(
  db: Kysely<Schema>,
  query: { page: number; limit: number; status: MailRow['status'] | undefined },
): Promise<{ rows: MailRow[]; total: number }> {
  const all = db
    .selectFrom('outbox_mail')
    .$if(query.status !== undefined, (mails) => mails.where('status', '=', query.status ?? 'queued'));
  return readPage(all, (mails) => mails.selectAll().orderBy('created_at', 'desc').orderBy('id'), query);
}

/** Erases the text of undelivered mails, and later deletes the mails. */
export async function forgetMails(db: Kysely<Schema>, before: { text: Date; mail: Date }): Promise<void> {
  await db
    .updateTable('outbox_mail')
    .set({ content: null })
    .where('status', 'in', ['stored', 'failed'])
    .where('created_at', '<', before.text)
    .where('content', 'is not', null)
    .execute();
  await db
    .deleteFrom('outbox_mail')
    .where('created_at', '<', before.mail)
    .where('status', '<>', 'queued')
    .execute();
}

/** Removes everything that was written to an address. */
/** Selects all mails to an address except those of some templates. */
export async function deleteMailsTo(
  trx: Kysely<Schema>,
  recipient: string,
  keep: readonly string[],
): Promise<void> {
  const all = trx.deleteFrom('outbox_mail').where('recipient', '=', recipient);
  await (keep.length > 0 ? all.where('template', 'not in', keep) : all).execute();
}
