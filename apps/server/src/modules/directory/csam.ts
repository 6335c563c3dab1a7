import type { IncomingHttpHeaders } from 'node:http';
import { csamEntityName as csamName, type EntityName } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { type AppError, forbidden } from '../../app-error.ts';
import type { Schema } from '../../db/schema.ts';
import type { Actor } from '../auth/auth.service.ts';
import type { OrganizationDirectory } from '../organizations/directory.service.ts';
import type { Memberships } from '../organizations/membership.service.ts';

export { csamName };
/** What stands in the place of an entity that is not shown (specification section 6). */
export const csamId = 'csam-related-entity';
export const csamType = 'csam';

export const hiddenEntity: EntityName = {
  entity_id: csamId,
  proper_name: csamName,
  entity_type: csamType,
  fallback_logo: 'illicit',
  hidden: true,
};

/** The refusal of everything but the name. */
export function notShown(): AppError {
  return forbidden(csamName);
}

/** A call as far as it says who looks. */
export interface Looking {
  readonly actor: Actor;
  readonly headers: IncomingHttpHeaders;
}

/**
 * Whether the caller sees entities with csam in type or tags (specification section 6): where the header `x-organization-id`
 * names an organization of theirs that allows it. 404 for an organization that they are no member of.
 */
export function createCsamRule(options: {
  kysely: Kysely<Schema>;
  memberships: Memberships;
  organizations: Pick<OrganizationDirectory, 'findByIds'>;
}) {
  const { kysely, memberships, organizations } = options;
  return async ({ actor, headers }: Looking): Promise<boolean> => {
    const asked = headers['x-organization-id'];
    if (asked === undefined) return false;
    const { user, secondFactor, emailKey, emailVerified } = actor;
    const { organizationId } = await memberships.require(
      { userId: user._id, secondFactor, emailKey: emailVerified ? emailKey : null },
      asked,
      'organization.read',
    );
    const found = await organizations.findByIds(kysely, [organizationId]);
    return found.get(organizationId)?.allowCsam ?? false;
  };
}
