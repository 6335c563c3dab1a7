import { type Kysely, type Selectable, sql } from 'kysely';
import { type NewestPage, readNewest } from '../../../db/newest-first.ts';
import type { Schema, ScreeningCheckTable } from '../../../db/schema.ts';
import { readTogether } from '../../../lib/coalesce.ts';
import { claimDue, type RetryQueue } from '../../../jobs/retry-queue.ts';

export type CheckRow = Selectable<ScreeningCheckTable>;

/** Longer than a score takes. */
export const claimMs = 60_000;
const queue: RetryQueue<'screening_check'> = { table: 'screening_check', key: 'id', claimMs };

/** What a decision consists of. */
export type DecidedCheck = Pick<
  CheckRow,
  | 'state'
  | 'decision'
  | 'facts'
  | 'answer'
  | 'basis'
  | 'rules_number'
  | 'decided_at'
  | 'next_attempt_at'
  | 'done_at'
>;

/** A check to insert; its key may be used again if the one that has it was created before `since`. */
export interface NewCheck {
  readonly row: CheckRow;
  readonly since: Date;
}

/** Inserts those checks whose idempotency keys are free, in one statement; returns their IDs. */
async function insertFree(db: Kysely<Schema>, rows: readonly CheckRow[]): Promise<Set<string>> {
  const values = rows.map((row) => ({ ...row, digest: `\\x${row.digest.toString('hex')}` }));
  const inserted = await sql<{ id: string }>`
    insert into screening_check select * from jsonb_populate_recordset(null::screening_check, ${JSON.stringify(values)}::jsonb)
    on conflict (organization_id, idempotency_key) where idempotency_key is not null do nothing
    returning id`.execute(db);
  return new Set(inserted.rows.map(({ id }) => id));
}

/** Inserts a check, or returns the one that has its key. */
async function insertOrFind(db: Kysely<Schema>, { row, since }: NewCheck): Promise<CheckRow> {
  for (;;) {
    if ((await insertFree(db, [row])).size > 0) return row;
    const found = await db
      .selectFrom('screening_check')
      .selectAll()
      .where('organization_id', '=', row.organization_id)
      .where('idempotency_key', '=', row.idempotency_key)
      .executeTakeFirst();
    if (found && found.created_at >= since) return found;
    if (found) {
      await db
        .updateTable('screening_check')
        .set({ idempotency_key: null })
        .where('id', '=', found.id)
        .execute();
    }
  }
}

/**
 * Returns a function that inserts a check, or returns the one with the same idempotency key that is not older than `since`.
 * Checks that arrive while earlier ones are being written are written together.
 */
export function createInsertCheck(db: Kysely<Schema>): (check: NewCheck) => Promise<CheckRow> {
  const insertAll = readTogether(async (checks: readonly NewCheck[]) => {
    // One that the database refuses must not fail the others.
    const ids = await insertFree(
      db,
      checks.map(({ row }) => row),
    ).catch(() => new Set<string>());
    return new Map(
      checks.map((check) => {
        const { row } = check;
        return [check, ids.has(row.id) ? Promise.resolve(row) : insertOrFind(db, check)] as const;
      }),
    );
  });
  return async (check) => {
    const row = (await insertAll(check)).get(check);
    if (!row) throw new RangeError('A check was not inserted');
    return row;
  };
}

export function findCheck(
  db: Kysely<Schema>,
  organizationId: string,
  id: string,
): Promise<CheckRow | undefined> {
  return db
    .selectFrom('screening_check')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The newest first. */
export function readChecks(
  db: Kysely<Schema>,
  asked: {
    organizationId: string;
    decision?: CheckRow['decision'] | undefined;
    client?: string | undefined;
    before: string | undefined;
    limit: number;
  },
): Promise<NewestPage<CheckRow>> {
  const { organizationId, decision, client } = asked;
  let query = db.selectFrom('screening_check').selectAll().where('organization_id', '=', organizationId);
  if (decision) query = query.where('decision', '=', decision);
  if (client !== undefined) query = query.where('client_id', '=', client);
  return readNewest(query, asked);
}

/** Facts of the latest decided checks. */
export function readFacts(
  db: Kysely<Schema>,
  organizationId: string,
  limit: number,
): Promise<{ id: string; facts: unknown }[]> {
  return db
    .selectFrom('screening_check')
    .select(['id', 'facts'])
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'decided')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Claims pending checks that are due. */
export function claimChecks(db: Kysely<Schema>, at: number, limit: number): Promise<CheckRow[]> {
  return claimDue(db, queue, { at, limit });
}

const json = (value: unknown) => (value === null ? null : sql`${JSON.stringify(value)}::jsonb`);

/** Decides a check once: undefined if it has been decided meanwhile. */
export function settleCheck(
  db: Kysely<Schema>,
  id: string,
  { facts, answer, basis, ...columns }: DecidedCheck,
): Promise<CheckRow | undefined> {
  return db
    .updateTable('screening_check')
    .set({ ...columns, facts: json(facts), answer: json(answer), basis: json(basis) })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returningAll()
    .executeTakeFirst();
}

/** Has the decision of a pending check published; undefined if it has been decided meanwhile. */
export function awaitCheck(db: Kysely<Schema>, id: string): Promise<CheckRow | undefined> {
  return db
    .updateTable('screening_check')
    .set({ awaited: true })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returningAll()
    .executeTakeFirst();
}

/** Sets when a pending check is tried again. */
export async function postponeCheck(db: Kysely<Schema>, id: string, at: Date): Promise<void> {
  await db
    .updateTable('screening_check')
    .set({ next_attempt_at: at })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute();
}
