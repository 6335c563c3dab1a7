import { type Kysely, type Selectable, sql } from 'kysely';
import type { RiskRescoreStateTable, Schema } from '../../../db/schema.ts';
import { claimDue, releaseClaim, retryLater, type RetryQueue } from '../../../jobs/retry-queue.ts';
import { selectDependents } from '../scores/dependents.ts';
import type { Watched } from './history.store.ts';

/** Longer than one score takes. */
const queue: RetryQueue<'risk_rescore'> = { table: 'risk_rescore', key: 'watch_id', claimMs: 60_000 };

export type RescoreState = Selectable<RiskRescoreStateTable>;

export function readRescoreState(db: Kysely<Schema>): Promise<RescoreState | undefined> {
  return db.selectFrom('risk_rescore_state').selectAll().executeTakeFirst();
}

export async function countQueued(db: Kysely<Schema>): Promise<number> {
  const { n } = await db
    .selectFrom('risk_rescore')
    .select((eb) => eb.fn.countAll<bigint>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Locks and returns the newest processed release; at first the oldest that a stored score is of. */
export async function lockRelease(trx: Kysely<Schema>, newest: number): Promise<number> {
  const { release } = await trx
    .insertInto('risk_rescore_state')
    .values({
      release: sql<bigint>`least(${newest}::int8,
        coalesce((select min(directory_version) from risk_watch), ${newest}::int8))`,
    })
    .onConflict((conflict) =>
      conflict.column('one').doUpdateSet((eb) => ({ release: eb.ref('risk_rescore_state.release') })),
    )
    .returning('release')
    .executeTakeFirstOrThrow();
  return Number(release);
}

/** Returns whether a stored score is of an earlier release. */
export async function hasEarlier(db: Kysely<Schema>, release: number): Promise<boolean> {
  const row = await db
    .selectFrom('risk_watch')
    .select('id')
    .where('directory_version', '<', BigInt(release))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Queues scores of earlier releases that depend on one of these names; null: those with more dependencies than are stored. */
export async function enqueueDependents(
  trx: Kysely<Schema>,
  release: number,
  dependencies: readonly bigint[] | null,
): Promise<void> {
  const affected = selectDependents(
    { table: sql.table('risk_watch'), key: sql.ref('id') },
    release,
    dependencies,
  );
  await trx
    .insertInto('risk_rescore')
    .columns(['watch_id', 'release'])
    .expression(sql`select affected.id, ${release}::int8 from (${affected}) affected`)
    .onConflict((conflict) =>
      conflict.column('watch_id').doUpdateSet((eb) => ({
        release: eb.ref('excluded.release'),
        attempts: 0,
        next_attempt_at: eb.ref('excluded.next_attempt_at'),
      })),
    )
    .execute();
}

/** When the last run ended; null while the queue has rows. */
const endedAt = (at: Date) =>
  sql<Date | null>`case when exists (select 1 from risk_rescore) then null else ${at}::timestamptz end`;

/** Records that a release was processed; `restart` resets the counts. */
export async function noteRelease(
  trx: Kysely<Schema>,
  { release, at, restart }: { release: number; at: Date; restart: boolean },
): Promise<void> {
  await trx
    .updateTable('risk_rescore_state')
    .set({
      release: BigInt(release),
      ended_at: endedAt(at),
      ...(restart && { began_at: at, done: 0, differed: 0, failed: 0 }),
    })
    .execute();
}

export interface QueuedScore extends Watched {
  readonly watchId: bigint;
  readonly release: number;
  readonly attempts: number;
}

/** Claims the score that is due longest, first those that haven't failed. */
export async function claimScore(
  db: Kysely<Schema>,
  { at, except }: { at: number; except: readonly bigint[] },
): Promise<QueuedScore | undefined> {
  const where = except.length > 0 ? sql`q.watch_id not in (${sql.join(except)})` : sql`true`;
  const [claim] = await claimDue(db, queue, { at, limit: 1, where });
  if (!claim) return undefined;
  const row = await db
    .selectFrom('risk_watch')
    .selectAll()
    .where('id', '=', claim.watch_id)
    .executeTakeFirst();
  return (
    row && {
      watchId: row.id,
      release: Number(claim.release),
      attempts: claim.attempts,
      organizationId: row.organization_id,
      chain: row.chain as Watched['chain'],
      kind: row.kind,
      subject: row.subject,
      method: row.method,
      profileVersion: row.profile_version,
    }
  );
}

/** Removes a row from the queue and counts it, unless a later release has queued it again. */
export async function settle(
  trx: Kysely<Schema>,
  { watchId, release }: Pick<QueuedScore, 'watchId' | 'release'>,
  { differs, fails, at }: { differs: boolean; fails: boolean; at: Date },
): Promise<void> {
  const { numDeletedRows: removed } = await trx
    .deleteFrom('risk_rescore')
    .where('watch_id', '=', watchId)
    .where('release', '=', BigInt(release))
    .executeTakeFirstOrThrow();
  if (removed === 0n) return;
  await trx
    .updateTable('risk_rescore_state')
    .set((eb) => ({
      done: eb('done', '+', 1),
      differed: eb('differed', '+', differs ? 1 : 0),
      failed: eb('failed', '+', fails ? 1 : 0),
      ended_at: endedAt(at),
    }))
    .execute();
}

export async function rescoreLater(
  db: Kysely<Schema>,
  { watchId, attempts }: QueuedScore,
  at: Date,
): Promise<void> {
  await retryLater(db, queue, { id: watchId, attempts, at });
}

export async function releaseScore(
  db: Kysely<Schema>,
  { watchId, attempts }: QueuedScore,
  at: Date,
): Promise<void> {
  await releaseClaim(db, queue, { id: watchId, attempts, at });
}
