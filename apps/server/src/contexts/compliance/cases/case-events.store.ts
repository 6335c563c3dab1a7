import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { CaseEventTable } from '../../../db/schema.ts';

export type EventRow = Selectable<CaseEventTable>;

export async function insertEvent(trx: Kysely<Schema>, row: EventRow): Promise<void> {
  await trx.insertInto('case_event').values(row).execute();
}

/** A page, the newest first. */
export async function readEvents(
  db: Kysely<Schema>,
  caseId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: EventRow[]; total: number }> {
  const ofCase = db.selectFrom('case_event').where('case_id', '=', caseId);
  const { total } = await ofCase
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await ofCase
    .selectAll()
    .orderBy('number', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { rows, total: Number(total) };
}
