import { type Kysely, type Selectable, sql } from 'kysely';
import { type NewestPage, readNewest } from '../../../db/newest-first.ts';
import type { Schema, ScreeningCheckTable } from '../../../db/schema.ts';
import { claimDue, type RetryQueue } from '../../../jobs/retry-queue.ts';

export type CheckRow = Selectable<ScreeningCheckTable>;

/** Longer than a score takes. */
export const claimMs = 60_000;
const queue: RetryQueue<'screening_check'> = { table: 'screening_check', key: 'id', claimMs };

const json = (value: unknown) => (value === null ? null : sql`${JSON.stringify(value)}::jsonb`);

/** What a decision consists of. */
export interface DecidedCheck {
  readonly decision: NonNullable<CheckRow['decision']>;
  readonly facts: unknown;
  readonly answer: unknown;
  readonly basis: unknown;
  readonly rulesNumber: number;
  readonly at: Date;
}

const decidedColumns = ({ decision, facts, answer, basis, rulesNumber, at }: DecidedCheck) => ({
  state: 'decided' as const,
  decision,
  facts: json(facts),
  answer: json(answer),
  basis: json(basis),
  rules_number: rulesNumber,
  decided_at: at,
  next_attempt_at: null,
  done_at: at,
});

/** Inserts a pending check, or one that is decided already, or returns the one with the same idempotency key that is not older than `since`. */
export async function insertCheck(
  db: Kysely<Schema>,
  row: Omit<CheckRow, 'transfer'> & { transfer: unknown },
  { since, decided }: { since: Date; decided: DecidedCheck | undefined },
): Promise<{ row: CheckRow; isNew: boolean }> {
  const { organization_id: organizationId, idempotency_key: key } = row;
  if (key !== null) {
    await db
      .updateTable('screening_check')
      .set({ idempotency_key: null })
      .where('organization_id', '=', organizationId)
      .where('idempotency_key', '=', key)
      .where('created_at', '<', since)
      .execute();
  }
  const inserted = await db
    .insertInto('screening_check')
    .values({
      ...row,
      transfer: JSON.stringify(row.transfer),
      ...(decided && decidedColumns(decided)),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'idempotency_key'])
        .where('idempotency_key', 'is not', null)
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
  if (inserted) return { row: inserted, isNew: true };
  const found = await db
    .selectFrom('screening_check')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('idempotency_key', '=', key)
    .executeTakeFirstOrThrow();
  return { row: found, isNew: false };
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

/** Decides a check once: undefined if it has been decided meanwhile. */
export function settleCheck(
  db: Kysely<Schema>,
  id: string,
  decided: DecidedCheck,
): Promise<CheckRow | undefined> {
  return db
    .updateTable('screening_check')
    .set(decidedColumns(decided))
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
