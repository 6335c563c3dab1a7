import type { AuditAction } from '@hopscope/contract';
import type { ByMember } from '../../identity/organizations/membership.service.ts';

/** Audit log fields of an action about the Travel Rule; never contain personal data of a transfer. */
export const travelRecord = (
  { actor, member, origin }: ByMember,
  action: AuditAction,
  id: string | null,
  type: 'travel_address' | 'travel_institution' | 'travel_transfer' | 'wallet_proof' = 'travel_transfer',
) => ({
  actor,
  actorRole: member.role,
  origin,
  organizationId: member.organizationId,
  action,
  subject: { type: id === null ? 'travel_institution' : type, id },
});
