import { effectiveRole, may, type Permission, type PolicyMember, texts } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { type AppError, forbidden, notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { ByMember } from './membership.service.ts';
import { lockOrganization, type OrganizationRow } from './directory.store.ts';
import { findMember, type MemberRow } from './organizations.store.ts';

/** An organization in the hands of one transaction, and what its caller counts as there. */
export interface LockedOrganization {
  row: OrganizationRow;
  self: MemberRow;
  actor: PolicyMember;
}

export const organizationMissing = (): AppError => notFound(texts.organizationNotFound);

/**
 * Locks the organization and checks the caller's membership again, which can have changed since the access check. Throws 404
 * or 403 like the access check.
 */
export async function lockOrganizationFor(
  trx: Kysely<Schema>,
  { member }: ByMember,
  permission: Permission,
): Promise<LockedOrganization> {
  const row = await lockOrganization(trx, member.organizationId);
  const self = row && (await findMember(trx, { organizationId: row.id, userId: member.userId }));
  if (!row || !self) throw organizationMissing();
  const role = effectiveRole({ userId: self.user_id, role: self.role }, row.owner_id);
  if (!may(role, permission)) throw forbidden('Your role does not allow this');
  return { row, self, actor: { userId: self.user_id, role } };
}

/** Who changes what in which organization, as the audit log wants it. */
export function recordOf(by: ByMember, locked: LockedOrganization) {
  return {
    actor: by.actor,
    actorRole: locked.actor.role,
    origin: by.origin,
    organizationId: locked.row.id,
  };
}
