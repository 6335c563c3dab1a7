import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';

/**
 * Work that is tried again: a row of a queue has `attempts` and `next_attempt_at`, which is null once it is done or given up.
 * A trigger announces new rows (`db/baseline/work-signals.ts`), so a job runs as soon as there is work (`jobs.ts`).
 */

/** Milliseconds to wait after an attempt, by its number from 1; undefined: give up. */
export type RetryPolicy = (attempts: number) => number | undefined;

export const afterPauses =
  (pauses: readonly number[]): RetryPolicy =>
  (attempts) =>
    pauses[attempts - 1];

/** Doubles the wait up to a maximum, and never gives up. */
export const doubling =
  (firstMs: number, longestMs: number) =>
  (attempts: number): number =>
    Math.min(firstMs * 2 ** (attempts - 1), longestMs);

/** Columns of work that is due from `at`, never attempted. */
export const queued = (at: Date) => ({ attempts: 0, next_attempt_at: at });

/** Columns of work that needs no more attempts. */
export const finished = (at: Date) => ({ next_attempt_at: null, done_at: at });

/** When to try again after a failure; null: never. */
export function nextAttempt(policy: RetryPolicy, attempts: number, at: number): Date | null {
  const pause = policy(attempts);
  return pause === undefined ? null : new Date(at + pause);
}

/** Errors are stored up to this length. */
const longestError = 500;
export const errorText = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, longestError);

type QueueTable =
  | 'outbox_mail'
  | 'webhook_delivery'
  | 'compliance_rescreen'
  | 'risk_rescore'
  | 'screening_batch'
  | 'screening_check'
  | 'travel_transfer';

/** A queue: its table, the column that identifies a row, and the column that orders rows due at the same time. */
export interface RetryQueue<T extends QueueTable> {
  readonly table: T;
  readonly key: string & keyof Schema[T];
  readonly order?: string & keyof Schema[T];
  /** How long a claimed row belongs to its claimer. A row whose process has ended is claimed again after it. */
  readonly claimMs: number;
}

interface Claim {
  readonly at: number;
  readonly limit: number;
  /** Limits the claim; the row is `q`. */
  readonly where?: RawBuilder<unknown>;
}

/**
 * Claims the rows that are due longest, and counts the attempt. No one else claims them until `claimMs` have passed, even if
 * this process ends.
 */
export async function claimDue<T extends QueueTable>(
  db: Kysely<Schema>,
  { table, key, order, claimMs }: RetryQueue<T>,
  { at, limit, where = sql`true` }: Claim,
): Promise<Selectable<Schema[T]>[]> {
  const [name, id, tie] = [sql.table(table), sql.ref(key), sql.ref(order ?? key)];
  // Materialized: as a subquery, it can run again for each row that it is compared with, and so claim rows beyond the limit.
  const { rows } = await sql<Selectable<Schema[T]>>`
    with due as materialized (
      select ${id} as due_id from ${name} q where q.next_attempt_at <= ${new Date(at)} and ${where}
      order by q.next_attempt_at, ${tie} limit ${limit} for update skip locked)
    update ${name} set next_attempt_at = ${new Date(at + claimMs)}, attempts = attempts + 1
    from due where ${id} = due.due_id
    returning ${name}.*`.execute(db);
  return rows;
}

/** A row as it was claimed. */
interface Claimed {
  readonly id: string | bigint;
  readonly attempts: number;
}

/** Plans the next attempt of a claimed row. False if the row is done, or was queued or claimed again since. */
export async function retryLater<T extends QueueTable>(
  db: Kysely<Schema>,
  { table, key }: RetryQueue<T>,
  { id, attempts, at }: Claimed & { at: Date },
): Promise<boolean> {
  const { numAffectedRows: changed } = await sql`
    update ${sql.table(table)} set next_attempt_at = ${at}
    where ${sql.ref(key)} = ${id} and attempts = ${attempts} and next_attempt_at is not null`.execute(db);
  return (changed ?? 0n) > 0n;
}

/** Returns a claimed row that was not attempted. */
export async function releaseClaim<T extends QueueTable>(
  db: Kysely<Schema>,
  { table, key }: RetryQueue<T>,
  { id, attempts, at }: Claimed & { at: Date },
): Promise<void> {
  await sql`
    update ${sql.table(table)} set next_attempt_at = ${at}, attempts = attempts - 1
    where ${sql.ref(key)} = ${id} and attempts = ${attempts} and next_attempt_at is not null`.execute(db);
}
