import { recordLimits } from '@hopscope/contract';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';

/** Tables of the records with a limit, the condition of existing ones, and what people call them. */
const kinds = {
  notes: { table: 'note', exists: sql<boolean>`deleted_at is null`, noun: 'notes' },
  cases: { table: 'compliance_case', exists: sql<boolean>`true`, noun: 'cases' },
  canvases: {
    table: 'flow_document',
    exists: sql<boolean>`deleted_at is null`,
    noun: 'FlowTrace documents',
  },
} as const satisfies Record<
  keyof typeof recordLimits,
  { table: keyof Schema; exists: unknown; noun: string }
>;

/**
 * Throws 409 `plan_limit` if an organization has as many records of a kind as the limit allows, so that no organization fills the
 * database of all. Records made in the same instant can exceed it by their number.
 */
export async function checkRecords(
  trx: Kysely<Schema>,
  organizationId: string,
  kind: keyof typeof recordLimits,
): Promise<void> {
  const { table, exists, noun } = kinds[kind];
  const limit = recordLimits[kind];
  const { rows } = await sql<{ used: number }>`
    select count(*)::int4 as used from (
      select from ${sql.table(table)} where organization_id = ${organizationId} and ${exists} limit ${limit}
    ) found`.execute(trx);
  const used = rows[0]?.used ?? 0;
  if (used < limit) return;
  throw new AppError(
    'plan_limit',
    `An organization can have ${limit.toLocaleString('en-US')} ${noun}, and the limit has been reached`,
    { details: { limit, used } },
  );
}
