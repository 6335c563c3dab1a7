import type { Insertable, Kysely } from 'kysely';
import type { ReviewStepTable, Schema } from '../../../db/schema.ts';
import type { NewEvent } from './events.store.ts';

type Step = Insertable<ReviewStepTable>;

/** What the application does by itself: no step of a review. */
const ownKinds: ReadonlySet<string> = new Set(['seen', 'confirmed', 'withdrawn', 'screened']);

const outcomes = ['APPROVED', 'CLOSED_WITH_NOTE', 'CLOSED_WITH_SAR'] as const;
/** The status if it is one that ends a review. */
const outcomeOf = (status: string | null) => outcomes.find((outcome) => outcome === status) ?? null;

/** Whole seconds from when a transaction was seen to `at`; 0 where that lies before. */
const secondsSince = (seen: Date, at: Date): number =>
  Math.max(0, Math.floor((at.getTime() - seen.getTime()) / 1000));

async function readSeen(db: Kysely<Schema>, ids: readonly string[]): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('compliance_transaction')
    .select(['id', 'seen_at'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, seen_at }) => [id, seen_at]));
}

async function readDecided(db: Kysely<Schema>, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('review_step')
    .select('transaction_id')
    .where('transaction_id', 'in', ids)
    .where('kind', '=', 'decision')
    .execute();
  return new Set(rows.map((row) => row.transaction_id));
}

/** First views have the number 0; later ones don't replace it. */
async function insertFirstReviews(trx: Kysely<Schema>, views: readonly Step[]): Promise<void> {
  await trx
    .insertInto('review_step')
    .values(views)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Records what team figures are computed from: the first view by a person, decisions with the seconds until the first one,
 * and reopenings. `events` are the newly written ones, in order.
 */
export async function keepSteps(
  trx: Kysely<Schema>,
  events: readonly (NewEvent & { number: number })[],
): Promise<void> {
  const acts = events.filter(({ actor_id, kind }) => actor_id !== null && !ownKinds.has(kind));
  if (acts.length === 0) return;
  const ids = [...new Set(acts.map((act) => act.transaction_id))];
  const seen = await readSeen(trx, ids);
  const decided = await readDecided(trx, ids);
  const views = new Map<string, Step>();
  const steps: Step[] = [];
  for (const { transaction_id, number, organization_id, kind, at, actor_id, before, after } of acts) {
    const first = seen.get(transaction_id);
    if (actor_id === null || first === undefined) continue;
    const seconds = secondsSince(first, at);
    const shared = { transaction_id, organization_id, at, actor_id };
    if (!views.has(transaction_id))
      views.set(transaction_id, { ...shared, number: 0, kind: 'look', outcome: null, seconds });
    const outcome = outcomeOf(after);
    if (kind !== 'status' || (outcomeOf(before) === null) === (outcome === null)) continue;
    const isFirst = outcome !== null && !decided.has(transaction_id);
    if (isFirst) decided.add(transaction_id);
    steps.push({
      ...shared,
      number,
      kind: outcome === null ? 'reopening' : 'decision',
      outcome,
      seconds: isFirst ? seconds : null,
    });
  }
  if (views.size > 0) await insertFirstReviews(trx, [...views.values()]);
  if (steps.length > 0) await trx.insertInto('review_step').values(steps).execute();
}

/** Records the first view of a transaction, if it is the first. */
export async function saveFirstReview(
  trx: Kysely<Schema>,
  { id, organizationId, by, at }: { id: string; organizationId: string; by: string; at: Date },
): Promise<void> {
  const first = (await readSeen(trx, [id])).get(id);
  if (first === undefined) return;
  const seconds = secondsSince(first, at);
  await insertFirstReviews(trx, [
    {
      transaction_id: id,
      organization_id: organizationId,
      number: 0,
      kind: 'look',
      outcome: null,
      at,
      actor_id: by,
      seconds,
    },
  ]);
}
