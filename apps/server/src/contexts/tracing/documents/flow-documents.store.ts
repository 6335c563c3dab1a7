import type { FlowRole } from '@hopscope/contract';
import type { ExpressionBuilder, Kysely, Selectable } from 'kysely';
import { containing } from '../../../db/like.ts';
import { readPage } from '../../../db/paging.ts';
import type { Schema } from '../../../db/schema.ts';
import type {
  FlowDocumentTable,
  FlowLinkTable,
  FlowShareTable,
  FlowSnapshotTable,
} from '../../../db/schema.ts';

export type DocumentRow = Selectable<FlowDocumentTable>;
export type SnapshotRow = Selectable<FlowSnapshotTable>;
export type ShareRow = Selectable<FlowShareTable>;
export type LinkRow = Selectable<FlowLinkTable>;

/** Selects all documents of the organization, or those that a member created or has access to. */
export interface DocumentFilter {
  organizationId: string;
  /** Null: all. */
  userId: string | null;
  search: string;
}

function matching(db: Kysely<Schema>, { organizationId, userId, search }: DocumentFilter) {
  const mine = (eb: ExpressionBuilder<Schema, 'flow_document'>) =>
    eb.or([
      eb('created_by', '=', userId ?? ''),
      eb('everybody', 'is not', null),
      eb.exists(
        eb
          .selectFrom('flow_share')
          .select('flow_share.role')
          .whereRef('flow_share.document_id', '=', 'flow_document.id')
          .where('flow_share.user_id', '=', userId ?? ''),
      ),
    ]);
  let query = db
    .selectFrom('flow_document')
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null);
  if (userId !== null) query = query.where(mine);
  return search === '' ? query : query.where('title', 'ilike', containing(search));
}

/** Returns a page, the most recently changed first, with the exact total. */
export async function readDocuments(
  db: Kysely<Schema>,
  filter: DocumentFilter,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: DocumentRow[]; total: number }> {
  return readPage(
    matching(db, filter),
    (all) => all.selectAll().orderBy('updated_at', 'desc').orderBy('id', 'desc'),
    { page, limit },
  );
}

interface DocumentKey {
  organizationId: string;
  documentId: string;
}

export async function findDocument(
  db: Kysely<Schema>,
  { organizationId, documentId }: DocumentKey,
  lock = false,
): Promise<DocumentRow | undefined> {
  const query = db
    .selectFrom('flow_document')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', documentId)
    .where('deleted_at', 'is', null);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** Up to `most` documents of an organization, to be counted. */
export const documentsOf = (db: Kysely<Schema>, organizationId: string, most: number) =>
  db
    .selectFrom('flow_document')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .limit(most);

export async function insertDocument(trx: Kysely<Schema>, row: DocumentRow): Promise<void> {
  await trx.insertInto('flow_document').values(row).execute();
}

export async function updateDocument(
  trx: Kysely<Schema>,
  documentId: string,
  change: Partial<Omit<DocumentRow, 'id' | 'organization_id'>>,
): Promise<DocumentRow> {
  return trx
    .updateTable('flow_document')
    .set(change)
    .where('id', '=', documentId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns the roles of a member in shared documents, by document. */
export async function readRolesOf(
  db: Kysely<Schema>,
  userId: string,
  documentIds: readonly string[],
): Promise<Map<string, FlowRole>> {
  if (documentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('flow_share')
    .select(['document_id', 'role'])
    .where('user_id', '=', userId)
    .where('document_id', 'in', documentIds)
    .execute();
  return new Map(rows.map((row) => [row.document_id, row.role]));
}

export async function readShares(db: Kysely<Schema>, documentId: string): Promise<ShareRow[]> {
  return db
    .selectFrom('flow_share')
    .selectAll()
    .where('document_id', '=', documentId)
    .orderBy('user_id')
    .execute();
}

/** Shares a document with a member, or stops sharing it. */
export async function putShare(
  trx: Kysely<Schema>,
  { documentId, userId, role }: { documentId: string; userId: string; role: FlowRole | null },
): Promise<void> {
  if (role === null) {
    await trx
      .deleteFrom('flow_share')
      .where('document_id', '=', documentId)
      .where('user_id', '=', userId)
      .execute();
    return;
  }
  await trx
    .insertInto('flow_share')
    .values({ document_id: documentId, user_id: userId, role })
    .onConflict((conflict) => conflict.columns(['document_id', 'user_id']).doUpdateSet({ role }))
    .execute();
}

export async function readSnapshots(db: Kysely<Schema>, documentId: string): Promise<SnapshotRow[]> {
  return db
    .selectFrom('flow_snapshot')
    .selectAll()
    .where('document_id', '=', documentId)
    .orderBy('made_at', 'desc')
    .orderBy('id')
    .execute();
}

export async function insertSnapshot(trx: Kysely<Schema>, row: SnapshotRow): Promise<void> {
  await trx.insertInto('flow_snapshot').values(row).execute();
}

export async function deleteSnapshot(
  trx: Kysely<Schema>,
  documentId: string,
  snapshotId: string,
): Promise<SnapshotRow | undefined> {
  return trx
    .deleteFrom('flow_snapshot')
    .where('document_id', '=', documentId)
    .where('id', '=', snapshotId)
    .returningAll()
    .executeTakeFirst();
}

export async function readLinks(db: Kysely<Schema>, documentId: string, now: Date): Promise<LinkRow[]> {
  return db
    .selectFrom('flow_link')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('expires_at', '>', now)
    .orderBy('made_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Tests whether there is a valid link with this token to the document. */
export async function isLinkGood(
  db: Kysely<Schema>,
  { documentId, token, now }: { documentId: string; token: Buffer; now: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('flow_link')
    .select('id')
    .where('document_id', '=', documentId)
    .where('token', '=', token)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertLink(trx: Kysely<Schema>, row: LinkRow): Promise<void> {
  await trx.insertInto('flow_link').values(row).execute();
}

export async function deleteLink(
  trx: Kysely<Schema>,
  documentId: string,
  linkId: string,
): Promise<LinkRow | undefined> {
  return trx
    .deleteFrom('flow_link')
    .where('document_id', '=', documentId)
    .where('id', '=', linkId)
    .returningAll()
    .executeTakeFirst();
}

/** Returns the bytes of an organization's documents, including deleted ones, whose rows still exist. */
export async function readDocumentBytes(db: Kysely<Schema>, organizationId: string): Promise<number> {
  const row = await db
    .selectFrom('flow_document')
    .where('organization_id', '=', organizationId)
    .select(({ fn }) => fn.sum<string | null>('bytes').as('bytes'))
    .executeTakeFirst();
  return Number(row?.bytes ?? 0);
}
