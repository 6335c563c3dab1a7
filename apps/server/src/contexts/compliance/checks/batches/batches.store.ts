import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import { type NewestPage, readNewest } from '../../../../db/newest-first.ts';
import type { Schema, ScreeningBatchTable } from '../../../../db/schema.ts';
import { claimDue, releaseClaim, type RetryQueue, retryLater } from '../../../../jobs/retry-queue.ts';

export type BatchRow = Selectable<ScreeningBatchTable>;
export interface BatchPart {
  readonly number: number;
  readonly last_line: number;
  readonly decided: Uint8Array | null;
}
/** Numbers of decided lines of a part. */
export type PartCounts = Pick<BatchRow, 'allowed' | 'reviewed' | 'blocked' | 'problems'>;

/** Longer than a part takes. */
const claimMs = 180_000;
const queue: RetryQueue<'screening_batch'> = {
  table: 'screening_batch',
  key: 'id',
  order: 'lines',
  claimMs,
};

export async function insertBatch(db: Kysely<Schema>, row: BatchRow): Promise<void> {
  await db.insertInto('screening_batch').values(row).execute();
}

export async function insertPart(
  db: Kysely<Schema>,
  part: { batch_id: string; number: number; last_line: number; sent: Buffer },
): Promise<void> {
  await db
    .insertInto('screening_batch_part')
    .values({ ...part, decided: null })
    .execute();
}

/** Has a received batch run; false if another batch has the same idempotency key. Call it in a transaction. */
export async function startBatch(
  trx: Kysely<Schema>,
  { id, organization_id: organizationId }: BatchRow,
  started: { lines: number; digest: Buffer; key: string | null; at: Date },
): Promise<boolean> {
  const { lines, digest, key, at } = started;
  if (key !== null) {
    // Requests with the same key wait for each other here.
    await trx
      .selectFrom('organization')
      .select('id')
      .where('id', '=', organizationId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const other = await trx
      .selectFrom('screening_batch')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('idempotency_key', '=', key)
      .executeTakeFirst();
    if (other) return false;
  }
  await trx
    .updateTable('screening_batch')
    .set({ state: 'running', lines, digest, idempotency_key: key, next_attempt_at: at })
    .where('id', '=', id)
    .execute();
  return true;
}

/** Frees an idempotency key of a batch that was created before `since`; returns the batch that has it. */
export async function findByKey(
  db: Kysely<Schema>,
  organizationId: string,
  key: string,
  since: Date,
): Promise<BatchRow | undefined> {
  await db
    .updateTable('screening_batch')
    .set({ idempotency_key: null })
    .where('organization_id', '=', organizationId)
    .where('idempotency_key', '=', key)
    .where('created_at', '<', since)
    .execute();
  return db
    .selectFrom('screening_batch')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

export async function countUnfinished(db: Kysely<Schema>, organizationId: string): Promise<number> {
  const { count } = await db
    .selectFrom('screening_batch')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A batch whose lines are all stored. */
export function findBatch(
  db: Kysely<Schema>,
  organizationId: string,
  id: string,
): Promise<BatchRow | undefined> {
  return db
    .selectFrom('screening_batch')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('state', '!=', 'received')
    .executeTakeFirst();
}

/** The newest first. */
export function readBatches(
  db: Kysely<Schema>,
  asked: { organizationId: string; before: string | undefined; limit: number },
): Promise<NewestPage<BatchRow>> {
  const query = db
    .selectFrom('screening_batch')
    .selectAll()
    .where('organization_id', '=', asked.organizationId)
    .where('state', '!=', 'received');
  return readNewest(query, asked);
}

export async function removeBatch(db: Kysely<Schema>, id: string): Promise<void> {
  await db.deleteFrom('screening_batch').where('id', '=', id).execute();
}

/** Deletes batches that ended before `ended`, and those whose lines stopped arriving before `torn`. */
export async function removeOld(db: Kysely<Schema>, before: { ended: Date; torn: Date }): Promise<void> {
  await db.deleteFrom('screening_batch').where('done_at', '<', before.ended).execute();
  await db
    .deleteFrom('screening_batch')
    .where('state', '=', 'received')
    .where('created_at', '<', before.torn)
    .execute();
}

/** The first part from a number on. */
export function readPart(db: Kysely<Schema>, id: string, number: number): Promise<BatchPart | undefined> {
  return db
    .selectFrom('screening_batch_part')
    .select(['number', 'last_line', 'decided'])
    .where('batch_id', '=', id)
    .where('number', '>=', number)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
}

/** Number of the part that has the line after a line. */
export async function partAfter(db: Kysely<Schema>, id: string, line: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('screening_batch_part')
    .select(({ fn }) => fn.min('number').as('number'))
    .where('batch_id', '=', id)
    .where('last_line', '>', line)
    .executeTakeFirst();
  return row?.number ?? undefined;
}

/** Claims the batch that has waited longest. */
export async function claimBatch(db: Kysely<Schema>, at: number): Promise<BatchRow | undefined> {
  const [row] = await claimDue(db, queue, { at, limit: 1 });
  return row;
}

/** The first part that isn't decided. */
export function nextPart(
  db: Kysely<Schema>,
  id: string,
): Promise<{ number: number; sent: Uint8Array } | undefined> {
  return db
    .selectFrom('screening_batch_part')
    .select(['number', 'sent'])
    .where('batch_id', '=', id)
    .where('decided', 'is', null)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
}

/** Stores the decisions of a part once, with the numbers of the batch, and lets other batches go first. */
export async function storePart(
  db: Kysely<Schema>,
  { id, attempts }: BatchRow,
  part: { number: number; decided: Buffer; counts: PartCounts; at: Date },
): Promise<void> {
  const { number, decided, counts, at } = part;
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows: changed } = await trx
      .updateTable('screening_batch_part')
      .set({ decided })
      .where('batch_id', '=', id)
      .where('number', '=', number)
      .where('decided', 'is', null)
      .executeTakeFirst();
    if (changed === 0n) return;
    await trx
      .updateTable('screening_batch')
      .set({
        allowed: sql`allowed + ${counts.allowed}`,
        reviewed: sql`reviewed + ${counts.reviewed}`,
        blocked: sql`blocked + ${counts.blocked}`,
        problems: sql`problems + ${counts.problems}`,
      })
      .where('id', '=', id)
      .execute();
    await trx
      .updateTable('screening_batch')
      .set({ attempts: 0, next_attempt_at: at })
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .execute();
  });
}

export async function finishBatch(db: Kysely<Schema>, id: string, at: Date): Promise<void> {
  await db
    .updateTable('screening_batch')
    .set({ state: 'finished', next_attempt_at: null, done_at: at })
    .where('id', '=', id)
    .execute();
}

export const postponeBatch = (db: Kysely<Schema>, { id, attempts }: BatchRow, at: Date): Promise<boolean> =>
  retryLater(db, queue, { id, attempts, at });

export const releaseBatch = (db: Kysely<Schema>, { id, attempts }: BatchRow, at: Date): Promise<void> =>
  releaseClaim(db, queue, { id, attempts, at });
