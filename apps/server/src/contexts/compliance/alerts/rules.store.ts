import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { AlertRuleTable } from '../../../db/schema.ts';

export type RuleRow = Selectable<AlertRuleTable>;

const ofOrganization = (db: Kysely<Schema>, organizationId: string) =>
  db
    .selectFrom('alert_rule')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null);

/** The newest first. */
export async function readRules(db: Kysely<Schema>, organizationId: string): Promise<RuleRow[]> {
  return ofOrganization(db, organizationId).orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
}

/** Those of a chain that are not paused. */
export async function readActiveRules(
  db: Kysely<Schema>,
  organizationId: string,
  chain: RuleRow['chain'],
): Promise<RuleRow[]> {
  return ofOrganization(db, organizationId)
    .where('chain', '=', chain)
    .where('is_active', '=', true)
    .execute();
}

/** Counts rules; others that add one to the organization wait until the transaction ends. */
export async function countToAdd(trx: Kysely<Schema>, organizationId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('alert_rule'), hashtext(${organizationId}))`.execute(trx);
  return (await ofOrganization(trx, organizationId).execute()).length;
}

/** Locked until the transaction ends. */
export async function lockRule(
  trx: Kysely<Schema>,
  organizationId: string,
  id: string,
): Promise<RuleRow | undefined> {
  return ofOrganization(trx, organizationId).where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertRule(trx: Kysely<Schema>, row: RuleRow): Promise<void> {
  await trx.insertInto('alert_rule').values(row).execute();
}

export async function updateRule(
  trx: Kysely<Schema>,
  id: string,
  change: Partial<RuleRow>,
): Promise<RuleRow> {
  return trx
    .updateTable('alert_rule')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
