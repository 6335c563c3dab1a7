import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { ComplianceEventTable } from '../../../db/schema.ts';
import { inParts } from '../../../ledger/shared/byte-keys.ts';
import { type EventLog, eventsAtOnce, insertEvents, lastNumbers } from '../event-log.ts';
import { keepSteps } from './review-steps.store.ts';

export type EventRow = Selectable<ComplianceEventTable>;

/** What people did to a transaction. */
export type NewEvent = Omit<EventRow, 'number' | 'sar_id'> & { sar_id?: string | null };

const log: EventLog<'compliance_event'> = { table: 'compliance_event', subject: 'transaction_id' };

/** Adds events, each as the last of its transaction. The caller has locked the transactions. */
export async function addEvents(trx: Kysely<Schema>, rows: readonly NewEvent[]): Promise<void> {
  for (const part of inParts(rows, eventsAtOnce)) {
    const last = await lastNumbers(trx, log, [...new Set(part.map((row) => row.transaction_id))]);
    const added = new Map<string, number>();
    const events = part.map((row) => {
      const place = (added.get(row.transaction_id) ?? 0) + 1;
      added.set(row.transaction_id, place);
      return { sar_id: null, ...row, number: last(row.transaction_id) + place };
    });
    await insertEvents(trx, log, events);
    await keepSteps(trx, events);
  }
}

/** In the order in which it happened. */
export async function readEvents(db: Kysely<Schema>, transactionId: string): Promise<EventRow[]> {
  return db
    .selectFrom('compliance_event')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .orderBy('number')
    .execute();
}

/** Whether it has been in a block, be it that the block is gone. */
export async function wasConfirmed(db: Kysely<Schema>, transactionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('compliance_event')
    .select('number')
    .where('transaction_id', '=', transactionId)
    .where('kind', '=', 'confirmed')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A screening of a transaction; `outcome` is its result as the history shows it. */
export interface ScreenedEvent {
  readonly id: string;
  readonly organizationId: string;
  readonly outcome: string;
}

/** Records screenings whose results differ from the previous ones. The caller has locked the transactions. */
export async function addScreened(
  trx: Kysely<Schema>,
  at: Date,
  screened: readonly ScreenedEvent[],
): Promise<void> {
  await sql`
    insert into compliance_event (transaction_id, number, organization_id, kind, at, before, after)
    select id, coalesce(last.number, 0) + 1, organization_id, 'screened', ${at}::timestamptz, past.after, outcome
    from unnest(${screened.map(({ id }) => id)}::uuid[], ${screened.map(({ organizationId }) => organizationId)}::uuid[],
      ${screened.map(({ outcome }) => outcome)}::text[]) as given (id, organization_id, outcome)
    left join lateral (select number from compliance_event where transaction_id = id order by number desc limit 1) last on true
    left join lateral (
      select after from compliance_event where transaction_id = id and kind = 'screened' order by number desc limit 1) past on true
    where past.after is distinct from outcome`.execute(trx);
}
