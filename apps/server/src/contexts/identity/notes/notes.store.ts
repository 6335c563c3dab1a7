import type { Note } from '@hopscope/contract';
import type { Kysely, Selectable } from 'kysely';
import { containing } from '../../../db/like.ts';
import { readPage } from '../../../db/paging.ts';
import type { Schema } from '../../../db/schema.ts';
import type { NoteTable, NoteVersionTable } from '../../../db/schema.ts';

export type NoteRow = Selectable<NoteTable>;

/** Which notes of an organization. */
export interface NoteFilter {
  organizationId: string;
  type?: Note['type'] | undefined;
  transactionId?: string | undefined;
  address?: string | undefined;
  search?: string | undefined;
}

function matching(db: Kysely<Schema>, filter: NoteFilter) {
  let query = db
    .selectFrom('note')
    .where('organization_id', '=', filter.organizationId)
    .where('deleted_at', 'is', null);
  if (filter.type !== undefined) query = query.where('type', '=', filter.type);
  if (filter.transactionId !== undefined) query = query.where('transaction_id', '=', filter.transactionId);
  if (filter.address !== undefined) query = query.where('address', '=', filter.address);
  const search = filter.search?.trim() ?? '';
  return search === '' ? query : query.where('content', 'ilike', containing(search));
}

/** A page, newest first, with the exact number of notes that match. */
export async function readNotes(
  db: Kysely<Schema>,
  filter: NoteFilter,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: NoteRow[]; total: number }> {
  return readPage(
    matching(db, filter),
    (all) => all.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc'),
    { page, limit },
  );
}

export async function findNote(
  db: Kysely<Schema>,
  ids: { organizationId: string; noteId: string },
): Promise<NoteRow | undefined> {
  return matching(db, { organizationId: ids.organizationId })
    .selectAll()
    .where('id', '=', ids.noteId)
    .executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export async function lockNote(
  trx: Kysely<Schema>,
  ids: { organizationId: string; noteId: string },
): Promise<NoteRow | undefined> {
  return matching(trx, { organizationId: ids.organizationId })
    .selectAll()
    .where('id', '=', ids.noteId)
    .forUpdate()
    .executeTakeFirst();
}

/** Up to `most` notes of an organization, to be counted. */
export const notesOf = (db: Kysely<Schema>, organizationId: string, most: number) =>
  matching(db, { organizationId }).select('id').limit(most);

export async function insertNote(trx: Kysely<Schema>, row: NoteRow): Promise<void> {
  await trx.insertInto('note').values(row).execute();
}

/** Keeps the text of `row` as a version of its own and puts `content` in its place. */
export async function replaceContent(
  trx: Kysely<Schema>,
  row: NoteRow,
  change: { content: string; at: Date },
): Promise<NoteRow> {
  await trx
    .insertInto('note_version')
    .values({
      note_id: row.id,
      version: row.version,
      organization_id: row.organization_id,
      content: row.content,
      written_at: row.updated_at,
      replaced_at: change.at,
    })
    .execute();
  return trx
    .updateTable('note')
    .set({ content: change.content, version: row.version + 1, updated_at: change.at })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function markDeleted(trx: Kysely<Schema>, noteId: string, at: Date): Promise<void> {
  await trx.updateTable('note').set({ deleted_at: at }).where('id', '=', noteId).execute();
}

/** Earlier texts, newest first. */
export async function readVersions(
  db: Kysely<Schema>,
  noteId: string,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ rows: Selectable<NoteVersionTable>[]; total: number }> {
  const { total } = await db
    .selectFrom('note_version')
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .where('note_id', '=', noteId)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('note_version')
    .selectAll()
    .where('note_id', '=', noteId)
    .orderBy('version', 'desc')
    .limit(limit)
    .offset(skip)
    .execute();
  return { rows, total: Number(total) };
}

/** Deletes removed notes and replaced texts from before `before`; returns how many of each. */
export async function removeOldVersions(
  trx: Kysely<Schema>,
  organizationId: string,
  before: Date,
): Promise<{ deletedNotes: number; replacedTexts: number }> {
  const texts = await trx
    .deleteFrom('note_version')
    .where('organization_id', '=', organizationId)
    .where('replaced_at', '<', before)
    .executeTakeFirst();
  const notes = await trx
    .deleteFrom('note')
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is not', null)
    .where('deleted_at', '<', before)
    .executeTakeFirst();
  return { deletedNotes: Number(notes.numDeletedRows), replacedTexts: Number(texts.numDeletedRows) };
}

/** Returns the time of the oldest removed note or replaced text; null if there is none. */
export async function oldestVersion(db: Kysely<Schema>, organizationId: string): Promise<Date | null> {
  const text = await db
    .selectFrom('note_version')
    .select(({ fn }) => fn.min('replaced_at').as('at'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  const note = await db
    .selectFrom('note')
    .select(({ fn }) => fn.min('deleted_at').as('at'))
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst();
  const times = [text?.at, note?.at].filter((at) => at instanceof Date).map((at) => at.getTime());
  return times.length === 0 ? null : new Date(Math.min(...times));
}
