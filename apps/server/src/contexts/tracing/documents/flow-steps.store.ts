import type { Step } from '@hopscope/canvas';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';

/** A step with its sequence number in its document. */
export interface StoredStep {
  readonly sequence: number;
  readonly step: Step;
}

/** Returns which of the step IDs are in the document, with their sequence numbers. */
export async function findSteps(
  db: Kysely<Schema>,
  documentId: string,
  stepIds: readonly string[],
): Promise<Map<string, { sequence: number; author: string }>> {
  if (stepIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('flow_step')
    .select(['step_id', 'sequence', 'author'])
    .where('document_id', '=', documentId)
    .where('step_id', 'in', [...new Set(stepIds)])
    .execute();
  return new Map(rows.map((row) => [row.step_id, { sequence: row.sequence, author: row.author }]));
}

export async function insertSteps(
  trx: Kysely<Schema>,
  documentId: string,
  steps: readonly { stored: StoredStep; text: string; at: Date }[],
): Promise<void> {
  for (const { stored, text, at } of steps) {
    const { sequence, step } = stored;
    await trx
      .insertInto('flow_step')
      .values({
        document_id: documentId,
        sequence,
        step_id: step.id,
        author: step.author,
        at,
        step: text,
      })
      .execute();
  }
}

/** Reads steps after `after` in order, at most `limit`, and not beyond `to`. */
export async function readSteps(
  db: Kysely<Schema>,
  documentId: string,
  { after, to, limit }: { after: number; to?: number; limit: number },
): Promise<StoredStep[]> {
  let query = db
    .selectFrom('flow_step')
    .select(['sequence', 'step'])
    .where('document_id', '=', documentId)
    .where('sequence', '>', after);
  if (to !== undefined) query = query.where('sequence', '<=', to);
  const rows = await query.orderBy('sequence').limit(limit).execute();
  return rows.map((row) => ({ sequence: row.sequence, step: JSON.parse(row.step) as Step }));
}

/** A stored state without its records. */
export interface StateRow {
  readonly sequence: number;
  /** SHA-256 of the canonical JSON of the records. */
  readonly digest: string;
  /** Bytes of all steps up to it. */
  readonly bytes: bigint;
}

/** Returns the latest stored state at or before a step; undefined: there is none. */
export async function findState(
  db: Kysely<Schema>,
  documentId: string,
  sequence: number,
): Promise<StateRow | undefined> {
  return db
    .selectFrom('flow_state')
    .select(['sequence', 'digest', 'bytes'])
    .where('document_id', '=', documentId)
    .where('sequence', '<=', sequence)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns the records of a stored state: canonical JSON, gzip. Undefined: no state is stored there. */
export async function readStateRecords(
  db: Kysely<Schema>,
  documentId: string,
  sequence: number,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('flow_state')
    .select('records')
    .where('document_id', '=', documentId)
    .where('sequence', '=', sequence)
    .executeTakeFirst();
  return row?.records;
}

export async function insertState(
  db: Kysely<Schema>,
  documentId: string,
  state: StateRow & { records: Buffer },
): Promise<void> {
  await db
    .insertInto('flow_state')
    .values({ document_id: documentId, ...state })
    .onConflict((conflict) => conflict.columns(['document_id', 'sequence']).doNothing())
    .execute();
}
