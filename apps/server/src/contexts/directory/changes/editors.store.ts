import type { Selectable } from 'kysely';
import { kyselyOver } from '../../../db/dialect.ts';
import { type Page, readPage } from '../../../db/paging.ts';
import type { DirectoryEditorTable } from '../../../db/schema.ts';
import type { SqlSession } from '../../../db/session.ts';

export type EditorRow = Selectable<DirectoryEditorTable>;

export async function findEditor(session: SqlSession, userId: string): Promise<EditorRow | undefined> {
  return kyselyOver(session)
    .selectFrom('directory_editor')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Writes the right. Returns false if the person has it already. */
export async function insertEditor(session: SqlSession, editor: EditorRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows: written } = await kyselyOver(session)
    .insertInto('directory_editor')
    .values(editor)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return (written ?? 0n) > 0n;
}

/** Returns false if the person doesn't have the right. */
export async function deleteEditor(session: SqlSession, userId: string): Promise<boolean> {
  const { numDeletedRows: removed } = await kyselyOver(session)
    .deleteFrom('directory_editor')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return removed > 0n;
}

/** Returns a page, the newest right first. */
export async function readEditors(
  session: SqlSession,
  page: Page,
): Promise<{ rows: EditorRow[]; total: number }> {
  return readPage(
    kyselyOver(session).selectFrom('directory_editor'),
    (all) => all.selectAll().orderBy('at', 'desc').orderBy('user_id'),
    page,
  );
}
