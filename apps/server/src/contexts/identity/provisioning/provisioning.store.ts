import { type ProvisioningRules, provisioningRules } from '@hopscope/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';

export interface StoredRules extends ProvisioningRules {
  organizationId: string;
  updatedAt: Date;
}

interface RulesRow {
  organization_id: string;
  domains: string[];
  group_roles: string;
  default_role: ProvisioningRules['defaultRole'];
  updated_at: Date;
}

const rulesOf = (row: RulesRow): StoredRules => ({
  organizationId: row.organization_id,
  domains: row.domains,
  groups: provisioningRules.shape.groups.parse(JSON.parse(row.group_roles)),
  defaultRole: row.default_role,
  updatedAt: row.updated_at,
});

export async function findRules(
  db: Kysely<Schema>,
  organizationId: string,
): Promise<StoredRules | undefined> {
  const row = await db
    .selectFrom('organization_provisioning')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return row && rulesOf(row);
}

/** Rules of organizations that manage a domain, in the order in which organizations are locked. */
export async function findRulesFor(db: Kysely<Schema>, domain: string): Promise<StoredRules[]> {
  const rows = await db
    .selectFrom('organization_provisioning')
    .selectAll()
    .where(sql<boolean>`${domain} = any(domains)`)
    .orderBy('organization_id')
    .execute();
  return rows.map(rulesOf);
}

/** All rules with the number of users and groups, by the name of the organization. */
export async function listRules(db: Kysely<Schema>) {
  const rows = await db
    .selectFrom('organization_provisioning as rules')
    .innerJoin('organization', 'organization.id', 'rules.organization_id')
    .selectAll('rules')
    .select([
      'organization.name',
      (eb) =>
        eb
          .selectFrom('provisioned_user as u')
          .whereRef('u.organization_id', '=', 'rules.organization_id')
          .select(({ fn }) => fn.countAll<bigint>().as('n'))
          .as('users'),
      (eb) =>
        eb
          .selectFrom('provisioned_group as g')
          .whereRef('g.organization_id', '=', 'rules.organization_id')
          .select(({ fn }) => fn.countAll<bigint>().as('n'))
          .as('group_count'),
    ])
    .where('organization.deleted_at', 'is', null)
    .orderBy('organization.name')
    .orderBy('organization.id')
    .execute();
  return rows.map((row) => ({
    rules: rulesOf(row),
    organizationName: row.name,
    users: Number(row.users ?? 0n),
    groups: Number(row.group_count ?? 0n),
  }));
}

export async function putRules(trx: Kysely<Schema>, rules: StoredRules): Promise<void> {
  const values = {
    domains: rules.domains,
    group_roles: JSON.stringify(rules.groups),
    default_role: rules.defaultRole,
    updated_at: rules.updatedAt,
  };
  await trx
    .insertInto('organization_provisioning')
    .values({ organization_id: rules.organizationId, ...values })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(values))
    .execute();
}

/** Deletes the rules, users, and groups of an organization. */
export async function deleteProvisioning(trx: Kysely<Schema>, organizationId: string): Promise<void> {
  for (const table of ['provisioned_group', 'provisioned_user', 'organization_provisioning'] as const) {
    await trx.deleteFrom(table).where('organization_id', '=', organizationId).execute();
  }
}

/** Users of SCIM in an organization. */
export async function readProvisionedUsers(
  db: Kysely<Schema>,
  organizationId: string,
): Promise<{ id: string; userId: string; active: boolean }[]> {
  return db
    .selectFrom('provisioned_user')
    .select(['id', 'user_id as userId', 'active'])
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute();
}

/** Whether SCIM manages a person in an organization. */
export async function isProvisioned(
  db: Kysely<Schema>,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('provisioned_user')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets a person whose account is removed. */
export async function deleteProvisionedUsersOf(trx: Kysely<Schema>, userId: string): Promise<void> {
  await trx.deleteFrom('provisioned_user').where('user_id', '=', userId).execute();
}
