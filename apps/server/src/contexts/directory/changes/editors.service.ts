import type { CallOutput, listDirectoryEditors } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { conflict, notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import { inTransaction, type SqlDatabase, withSession } from '../../../db/session.ts';
import { isUuid } from '../../../lib/uuid.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import type { By, People } from '../../identity/people/people.service.ts';
import { deleteEditor, type EditorRow, findEditor, insertEditor, readEditors } from './editors.store.ts';
import { kyselyOver } from '../../../db/dialect.ts';
import { fullName } from '../records/person-names.ts';

type Editor = CallOutput<typeof listDirectoryEditors>['data'][number];

/** Serves the people with the right to edit the directory, which the operator grants. */
export function createDirectoryEditors(options: {
  db: SqlDatabase;
  kysely: Kysely<Schema>;
  audit: Pick<Audit, 'record'>;
  people: Pick<People, 'findByIds' | 'findByEmailKey' | 'emailKeyOf'>;
  now: () => number;
}) {
  const { db, kysely, audit, people, now } = options;

  async function present(rows: readonly EditorRow[]): Promise<Editor[]> {
    const known = await people.findByIds(
      kysely,
      rows.flatMap((row) => [row.user_id, row.granted_by ?? []].flat()),
    );
    return rows.map((row) => ({
      userId: row.user_id,
      name: fullName(known.get(row.user_id)),
      email: known.get(row.user_id)?.email ?? '',
      grantedBy: row.granted_by === null ? null : fullName(known.get(row.granted_by)),
      at: row.at.toISOString(),
    }));
  }

  return {
    async isEditor(userId: string): Promise<boolean> {
      return (await withSession(db, (session) => findEditor(session, userId))) !== undefined;
    },

    async list(page: { page: number; limit: number }) {
      const { rows, total } = await inTransaction(db, 'read only', (session) => readEditors(session, page));
      return { data: await present(rows), total, page: page.page, limit: page.limit };
    },

    /**
     * Grants the right to the account with this email. Throws 404 if there is none, and 409 while its email is unverified.
     */
    async add({ actor, origin }: By, email: string): Promise<Editor> {
      const person = await people.findByEmailKey(kysely, people.emailKeyOf(email));
      if (!person || person.removed) throw notFound('No account has this email');
      if (!person.emailVerified) {
        throw conflict('The account’s email is not verified yet');
      }
      const row = { user_id: person.id, granted_by: actor.user._id, at: new Date(now()) };
      const given = await inTransaction(db, 'read write', async (session) => {
        if (!(await insertEditor(session, row))) return (await findEditor(session, person.id)) ?? row;
        await audit.record(kyselyOver(session), {
          actor,
          origin,
          organizationId: null,
          action: 'directory.editor_added',
          subject: { type: 'user', id: person.id },
          after: { email: person.email },
        });
        return row;
      });
      const [editor] = await present([given]);
      if (!editor) throw new RangeError('One row gives one editor');
      return editor;
    },

    /** Throws 404 for somebody without the right. */
    async remove({ actor, origin }: By, userId: string): Promise<void> {
      await inTransaction(db, 'read write', async (session) => {
        const gone = isUuid(userId) && (await deleteEditor(session, userId));
        if (!gone) throw notFound('This account is not a directory editor');
        await audit.record(kyselyOver(session), {
          actor,
          origin,
          organizationId: null,
          action: 'directory.editor_removed',
          subject: { type: 'user', id: userId },
        });
      });
    },
  };
}
