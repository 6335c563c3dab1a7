import { randomBytes, randomUUID } from 'node:crypto';
import { flowDocumentLimits as limits, type FlowRole } from '@hopscope/contract';
import { millisecondsOfDay } from '@hopscope/domain';
import type { Kysely } from 'kysely';
import { conflict, notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import { isUuid } from '../../../lib/uuid.ts';
import { hashToken } from '../../identity/auth/one-time-tokens.ts';
import type { ByMember } from '../../identity/organizations/membership.service.ts';
import type { People } from '../../identity/people/people.service.ts';
import type { DocumentAccess } from './document-access.ts';
import { presentLink, presentShare } from './flow-documents.presenter.ts';
import {
  deleteLink,
  insertLink,
  putShare,
  readLinks,
  readRolesOf,
  readShares,
} from './flow-documents.store.ts';

/** Sharing of documents: with members by role, and through links that expire. */
export function createFlowSharing(options: {
  people: Pick<People, 'findByIds'>;
  /** Tests whether a user is an active member of an organization. */
  isMember: (db: Kysely<Schema>, organizationId: string, userId: string) => Promise<boolean>;
  access: DocumentAccess;
  now: () => number;
}) {
  const { people, isMember, now } = options;
  const { own, write } = options.access;
  const named = (db: Kysely<Schema>, ids: readonly string[]) => people.findByIds(db, ids);

  return {
    async share(
      by: ByMember,
      documentId: string,
      { userId, role }: { userId: string; role: FlowRole | null },
    ) {
      return write(by, documentId, async (trx, record) => {
        const row = await own(trx, by.member, documentId);
        if (!isUuid(userId) || (role !== null && !(await isMember(trx, row.organization_id, userId))))
          throw notFound('Member not found');
        const before = (await readRolesOf(trx, userId, [row.id])).get(row.id) ?? null;
        await putShare(trx, { documentId: row.id, userId, role });
        await record(row.id, 'flow_document.shared', {
          before: { userId, role: before },
          after: { userId, role },
        });
        const shares = await readShares(trx, row.id);
        const everybody = await named(
          trx,
          shares.map((each) => each.user_id),
        );
        return shares.map((each) => presentShare(each, everybody));
      });
    },

    async link(by: ByMember, documentId: string, { days }: { days: number }) {
      const token = randomBytes(32).toString('base64url');
      return write(by, null, async (trx, record) => {
        const row = await own(trx, by.member, documentId);
        const at = new Date(now());
        if ((await readLinks(trx, row.id, at)).length >= limits.links)
          throw conflict(`A document can have at most ${limits.links} active links`);
        const made = {
          id: randomUUID(),
          document_id: row.id,
          token: hashToken(token),
          made_by: by.member.userId,
          made_at: at,
          expires_at: new Date(at.getTime() + days * millisecondsOfDay),
        };
        await insertLink(trx, made);
        await record(row.id, 'flow_document.link_made', {
          after: { link: made.id, expiresAt: made.expires_at.toISOString() },
        });
        return { ...presentLink(made, await named(trx, [made.made_by])), token };
      });
    },

    async revokeLink(by: ByMember, documentId: string, linkId: string): Promise<void> {
      await write(by, documentId, async (trx, record) => {
        const row = await own(trx, by.member, documentId);
        const gone = isUuid(linkId) ? await deleteLink(trx, row.id, linkId) : undefined;
        if (!gone) throw notFound('Link not found');
        await record(row.id, 'flow_document.link_revoked', { before: { link: gone.id } });
      });
    },
  };
}
