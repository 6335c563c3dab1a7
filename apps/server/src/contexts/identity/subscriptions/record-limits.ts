import { recordLimits } from '@hopscope/contract';
import { plainNumbers } from '@hopscope/domain';
import { type Expression, type Kysely, sql } from 'kysely';
import { AppError } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';

const nouns = {
  notes: 'notes',
  cases: 'cases',
  canvases: 'FlowTrace documents',
} as const satisfies Record<keyof typeof recordLimits, string>;

/**
 * Throws 409 `plan_limit` if an organization has as many records of a kind as the limit allows, so that no organization fills the
 * database of all. `rows` reads the existing ones, up to a number. Records made in the same instant can exceed the limit.
 */
export async function checkRecords(
  trx: Kysely<Schema>,
  kind: keyof typeof recordLimits,
  rows: (most: number) => Expression<unknown>,
): Promise<void> {
  const limit = recordLimits[kind];
  const found = await sql<{ used: number }>`
    select count(*)::int4 as used from (${rows(limit)}) found`.execute(trx);
  const used = found.rows[0]?.used ?? 0;
  if (used < limit) return;
  throw new AppError(
    'plan_limit',
    `An organization can have ${plainNumbers.count(limit)} ${nouns[kind]}, and the limit has been reached`,
    { details: { limit, used } },
  );
}
