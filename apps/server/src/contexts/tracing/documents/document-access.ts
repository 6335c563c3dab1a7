import { type AuditAction, type FlowRight, flowRightOf } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { type AppError, forbidden, notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import { isUuid } from '../../../lib/uuid.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import { hashToken } from '../../identity/auth/one-time-tokens.ts';
import type { ByMember, Member } from '../../identity/organizations/membership.service.ts';
import { type DocumentRow, findDocument, isLinkGood, readRolesOf } from './flow-documents.store.ts';
import type { FlowLive } from './flow-live.ts';

const missing = (): AppError => notFound('Document not found');

/** A document with the access of the caller. */
interface Seen {
  readonly row: DocumentRow;
  readonly right: FlowRight;
}

/** Access rights to documents, and the only way to change them. */
export function createDocumentAccess(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  live: FlowLive;
  now: () => number;
}) {
  const { kysely, audit, live, now } = options;

  /** Returns the document with the member's access. Throws 404 if they have none. */
  async function see(
    db: Kysely<Schema>,
    member: Member,
    documentId: string,
    more: { link?: string | undefined; lock?: boolean } = {},
  ): Promise<Seen> {
    const { organizationId, userId } = member;
    const row = isUuid(documentId)
      ? await findDocument(db, { organizationId, documentId }, more.lock)
      : undefined;
    if (!row) throw missing();
    const shared = (await readRolesOf(db, userId, [row.id])).get(row.id) ?? null;
    const byLink =
      more.link !== undefined &&
      (await isLinkGood(db, { documentId: row.id, token: hashToken(more.link), now: new Date(now()) }));
    const right = flowRightOf(member, {
      createdBy: row.created_by,
      everybody: row.everybody,
      shared,
      byLink,
    });
    if (right === null) throw missing();
    return { row, right };
  }

  /** Requires ownership. Throws 403 otherwise. */
  async function own(trx: Kysely<Schema>, member: Member, documentId: string): Promise<DocumentRow> {
    const { row, right } = await see(trx, member, documentId, { lock: true });
    if (right !== 'own') throw forbidden('Only the owner of this document can do this');
    return row;
  }

  async function write<T>(
    by: ByMember,
    documentId: string | null,
    act: (
      trx: Kysely<Schema>,
      record: (id: string, action: AuditAction, facts: { before?: object; after?: object }) => Promise<void>,
    ) => Promise<T>,
  ): Promise<T> {
    const done = await kysely.transaction().execute((trx) =>
      act(trx, (id, action, facts) =>
        audit.record(trx, {
          actor: by.actor,
          actorRole: by.member.role,
          origin: by.origin,
          organizationId: by.member.organizationId,
          action,
          subject: { type: 'flow_document', id },
          ...facts,
        }),
      ),
    );
    if (documentId !== null) await live.changed(documentId);
    return done;
  }

  return { see, own, write };
}

export type DocumentAccess = ReturnType<typeof createDocumentAccess>;
