import { type Kysely, sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import type { Schema } from '../../../db/schema.ts';

/** Calls of a key that are counted together. */
export interface UseOfCall {
  organizationId: string;
  keyId: string;
  call: string;
  calls: number;
  refused: number;
}

/** Adds counts of a day (UTC). Rows of a key and call must not repeat. */
export async function addUses(
  db: Kysely<Schema>,
  day: string,
  uses: readonly UseOfCall[],
  at: Date,
): Promise<void> {
  await db
    .insertInto('api_key_use')
    .values(
      uses.map((use) => ({
        organization_id: use.organizationId,
        day,
        key_id: use.keyId,
        call: use.call,
        calls: BigInt(use.calls),
        refused: BigInt(use.refused),
        last_at: at,
        recorded: false,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'day', 'key_id', 'call']).doUpdateSet(({ eb, ref }) => ({
        calls: eb(ref('api_key_use.calls'), '+', ref('excluded.calls')),
        refused: eb(ref('api_key_use.refused'), '+', ref('excluded.refused')),
        last_at: ref('excluded.last_at'),
      })),
    )
    .execute();
}

/** Returns the calls of a day by organization. */
export async function sumCalls(
  db: Kysely<Schema>,
  day: string,
  organizationIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('api_key_use')
    .select(['organization_id', sql<bigint>`sum(calls)::int8`.as('calls')])
    .where('organization_id', '=', anyOf(organizationIds, 'uuid'))
    .where('day', '=', day)
    .groupBy('organization_id')
    .execute();
  return new Map(rows.map((row) => [row.organization_id, Number(row.calls)]));
}

/** Counts of an organization from a day on, the newest day first. */
export function readUses(db: Kysely<Schema>, organizationId: string, from: string) {
  return db
    .selectFrom('api_key_use')
    .innerJoin('api_key', 'api_key.id', 'api_key_use.key_id')
    .selectAll('api_key_use')
    .select('api_key.name')
    .where('api_key_use.organization_id', '=', organizationId)
    .where('day', '>=', from)
    .orderBy('day', 'desc')
    .orderBy('api_key.name')
    .orderBy('key_id')
    .orderBy('call')
    .execute();
}

/** Returns the last use of each key. */
export async function readLastUses(
  db: Kysely<Schema>,
  keyIds: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('api_key_use')
    .select(({ fn }) => ['key_id', fn.max('last_at').as('last_at')])
    .where('key_id', '=', anyOf(keyIds, 'uuid'))
    .groupBy('key_id')
    .execute();
  return new Map(rows.map((row) => [row.key_id, row.last_at]));
}

/** Marks the counts of one key and day before `before` as recorded, and returns them; empty if none is left. */
export async function takeUnrecorded(trx: Kysely<Schema>, before: string) {
  const next = await trx
    .selectFrom('api_key_use')
    .select(['organization_id', 'day', 'key_id'])
    .where('recorded', '=', false)
    .where('day', '<', before)
    .orderBy('day')
    .orderBy('key_id')
    .limit(1)
    .executeTakeFirst();
  if (!next) return [];
  return trx
    .updateTable('api_key_use')
    .set({ recorded: true })
    .where('organization_id', '=', next.organization_id)
    .where('day', '=', next.day)
    .where('key_id', '=', next.key_id)
    .where('recorded', '=', false)
    .returningAll()
    .execute();
}
