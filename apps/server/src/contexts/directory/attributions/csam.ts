import { csamEntityName as csamName, type EntityName } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { type AppError, forbidden } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Actor } from '../../identity/auth/auth.service.ts';
import type { OrganizationDirectory } from '../../identity/organizations/directory.service.ts';
import { type Memberships, personOf } from '../../identity/organizations/membership.service.ts';

export { csamName };
/** ID shown instead of that of a hidden entity. */
export const csamId = 'csam-related-entity';
export const csamType = 'csam';

export const hiddenEntity: EntityName = {
  entity_id: csamId,
  proper_name: csamName,
  entity_type: csamType,
  fallback_logo: 'illicit',
  hidden: true,
};

/** Returns the error for everything but the name of a hidden entity. */
export function notShown(): AppError {
  return forbidden(csamName);
}

/** The caller, and the organization that they act for. */
export interface Viewing {
  readonly actor: Actor;
  /** As named by the caller, unverified; null: none. */
  readonly asOrganization: string | null;
}

/**
 * Tests whether the caller may see entities with csam in type or tags: if they act for an organization of theirs
 * that allows it. Throws 404 for an organization that they aren't a member of.
 */
export function createCsamRule(options: {
  kysely: Kysely<Schema>;
  memberships: Memberships;
  organizations: Pick<OrganizationDirectory, 'findByIds'>;
}) {
  const { kysely, memberships, organizations } = options;
  return async ({ actor, asOrganization }: Viewing): Promise<boolean> => {
    if (asOrganization === null) return false;
    const { organizationId } = await memberships.require(
      personOf(actor),
      asOrganization,
      'organization.read',
    );
    const found = await organizations.findByIds(kysely, [organizationId]);
    return found.get(organizationId)?.allowCsam ?? false;
  };
}
