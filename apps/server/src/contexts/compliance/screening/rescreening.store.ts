import { type Kysely, type Selectable, sql } from 'kysely';
import type { ComplianceRescreenTable, Schema } from '../../../db/schema.ts';
import { claimDue, releaseClaim, retryLater, type RetryQueue } from '../../../jobs/retry-queue.ts';
import { selectDependents } from '../../risk/scores/dependents.ts';
import type { DueRow } from './screening.store.ts';

/** Longer than a batch takes. */
const queue: RetryQueue<'compliance_rescreen'> = {
  table: 'compliance_rescreen',
  key: 'transaction_id',
  claimMs: 300_000,
};

/**
 * Returns the next release to process, up to the newest, and announces it to concurrent screenings; undefined if there is
 * none. If nothing was screened by an earlier release, the newest counts as processed.
 */
export async function announceRelease(trx: Kysely<Schema>, newest: number): Promise<number | undefined> {
  const { done: stored } = await trx
    .insertInto('compliance_rescreen_state')
    .values({ announced: 0n, done: 0n })
    .onConflict((conflict) =>
      conflict.column('one').doUpdateSet((eb) => ({ done: eb.ref('compliance_rescreen_state.done') })),
    )
    .returning('done')
    .executeTakeFirstOrThrow();
  const done = Number(stored);
  if (done >= newest) return undefined;
  const { version: oldest } = await trx
    .selectFrom('compliance_dependency')
    .select((eb) => eb.fn.min<bigint | null>('directory_version').as('version'))
    .executeTakeFirstOrThrow();
  // Releases before the oldest screening affect nothing.
  const from = oldest === null ? newest : Math.max(done, Math.min(Number(oldest), newest));
  const state = trx.updateTable('compliance_rescreen_state');
  if (from >= newest) {
    await state.set({ announced: BigInt(newest), done: BigInt(newest) }).execute();
    return undefined;
  }
  const next = BigInt(from + 1);
  await state.set({ announced: sql<bigint>`greatest(announced, ${next}::int8)` }).execute();
  return from + 1;
}

/** Queues transactions whose screening depends on one of these names; null: those with more dependencies than are stored. */
export async function enqueueAffected(
  trx: Kysely<Schema>,
  release: number,
  dependencies: readonly bigint[] | null,
): Promise<void> {
  const affected = selectDependents(
    { table: sql.table('compliance_dependency'), key: sql.ref('transaction_id') },
    release,
    dependencies,
  );
  await trx
    .insertInto('compliance_rescreen')
    .columns(['transaction_id', 'release'])
    .expression(sql`select affected.transaction_id, ${release}::int8 from (${affected}) affected`)
    .onConflict((conflict) =>
      conflict.column('transaction_id').doUpdateSet((eb) => ({
        release: eb.ref('excluded.release'),
        attempts: 0,
        next_attempt_at: eb.ref('excluded.next_attempt_at'),
      })),
    )
    .execute();
}

export async function noteLookedThrough(trx: Kysely<Schema>, release: number): Promise<void> {
  await trx
    .updateTable('compliance_rescreen_state')
    .set({ done: sql<bigint>`greatest(done, ${release}::int8)` })
    .execute();
}

export interface RescreeningRow extends DueRow {
  readonly claim: Selectable<ComplianceRescreenTable>;
}

/** Claims transactions to rescreen, those without failures first. Transactions due for their first screening are excluded. */
export async function claimRescreening(
  db: Kysely<Schema>,
  claim: { at: number; limit: number },
): Promise<RescreeningRow[]> {
  const ready = sql`exists (
    select from compliance_transaction t join organization o on o.id = t.organization_id and o.deleted_at is null
    where t.id = q.transaction_id and t.next_attempt_at is null)`;
  const claims = await claimDue(db, queue, { ...claim, where: ready });
  if (claims.length === 0) return [];
  const ofTransaction = new Map(claims.map((each) => [each.transaction_id, each]));
  const { rows } = await sql<DueRow>`
    select t.*, t.xmin::text as mark, coalesce(m.risk_threshold, o.risk_score_threshold)::int4 as risk_threshold,
      o.transaction_threshold
    from compliance_transaction t
    join organization o on o.id = t.organization_id
    left join monitored_address m on m.id = t.address_id
    where t.id in (${sql.join([...ofTransaction.keys()])}) order by t.id`.execute(db);
  return rows.flatMap((row) => {
    const own = ofTransaction.get(row.id);
    return own ? [{ ...row, claim: own }] : [];
  });
}

type InQueue = Pick<RescreeningRow, 'id' | 'claim'>;

/** Takes transactions out of the queue, except those that a later release has put there again. */
export async function takeOut(trx: Kysely<Schema>, rows: readonly InQueue[]): Promise<void> {
  await sql`
    delete from compliance_rescreen q
    using unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ claim }) => claim.release)}::int8[]) as done (id, release)
    where q.transaction_id = done.id and q.release = done.release`.execute(trx);
}

export async function rescreenLater(db: Kysely<Schema>, { id, claim }: InQueue, at: Date): Promise<void> {
  await retryLater(db, queue, { id, attempts: claim.attempts, at });
}

export async function releaseRescreening(
  db: Kysely<Schema>,
  { id, claim }: InQueue,
  at: Date,
): Promise<void> {
  await releaseClaim(db, queue, { id, attempts: claim.attempts, at });
}
