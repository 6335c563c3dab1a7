import type { SqlSession } from '../../../db/session.ts';

export interface EditorRow {
  readonly user_id: string;
  readonly granted_by: string | null;
  readonly at: Date;
}

export async function findEditor(session: SqlSession, userId: string): Promise<EditorRow | undefined> {
  const { rows } = await session.query<EditorRow>('select * from directory_editor where user_id = $1', [
    userId,
  ]);
  return rows[0];
}

/** Writes the right; false if the person has it already. */
export async function insertEditor(session: SqlSession, editor: EditorRow): Promise<boolean> {
  const { affected } = await session.query(
    'insert into directory_editor (user_id, granted_by, at) values ($1, $2, $3) on conflict do nothing',
    [editor.user_id, editor.granted_by, editor.at],
  );
  return affected > 0;
}

/** False if the person does not have the right. */
export async function deleteEditor(session: SqlSession, userId: string): Promise<boolean> {
  const { affected } = await session.query('delete from directory_editor where user_id = $1', [userId]);
  return affected > 0;
}

/** A page, the newest right first. */
export async function readEditors(
  session: SqlSession,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: EditorRow[]; total: number }> {
  const counted = await session.query<{ total: bigint }>('select count(*) as total from directory_editor');
  const { rows } = await session.query<EditorRow>(
    'select * from directory_editor order by at desc, user_id limit $1 offset $2',
    [limit, (page - 1) * limit],
  );
  return { rows, total: Number(counted.rows[0]?.total ?? 0) };
}
