import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Page } from '../../db/paging.ts';
import type { Schema } from '../../db/schema.ts';
import { inParts } from '../../ledger/shared/byte-keys.ts';

/** Events that one statement inserts. */
export const eventsAtOnce = 500;

/**
 * Tables of events: what happened to something, in order. Each has a column with its subject, then `organization_id`,
 * `number` (ascending within the subject), `kind`, `at`, `actor_id` (null: the application), and columns of its own.
 */
interface Logs {
  alert_event: 'organization_id';
  case_event: 'case_id';
  compliance_event: 'transaction_id';
  monitored_address_event: 'address_id';
  sar_event: 'report_id';
}
type EventTable = keyof Logs;

export interface EventLog<T extends EventTable> {
  readonly table: T;
  readonly subject: Logs[T];
  /** Orders events with the same number. */
  readonly tieBreaker?: string & keyof Schema[T];
}

/** Inserts events that have their numbers already. */
export async function insertEvents<T extends EventTable>(
  trx: Kysely<Schema>,
  { table }: EventLog<T>,
  events: readonly Insertable<Schema[T]>[],
): Promise<void> {
  const columns = Object.keys(events[0] ?? {});
  for (const part of inParts(events, eventsAtOnce)) {
    const rows = part.map((event) => sql`(${sql.join(columns.map((name) => Reflect.get(event, name)))})`);
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
      values ${sql.join(rows)}`.execute(trx);
  }
}

/** Returns the number of the last event of each subject; 0 if none. The caller has locked the subjects. */
export async function lastNumbers<T extends EventTable>(
  trx: Kysely<Schema>,
  { table, subject }: EventLog<T>,
  subjects: readonly string[],
): Promise<(id: string) => number> {
  const { rows } = await sql<{ id: string; last: number }>`
    select ${sql.ref(subject)} as id, max(number) as last from ${sql.table(table)}
    where ${sql.ref(subject)} = any(${[...subjects]}::uuid[]) group by 1`.execute(trx);
  const last = new Map(rows.map((row) => [row.id, row.last]));
  return (id) => last.get(id) ?? 0;
}

/** Reads a page of the events of a subject, newest first, and counts all of them. */
export async function readEventPage<T extends EventTable>(
  db: Kysely<Schema>,
  { table, subject, tieBreaker }: EventLog<T>,
  id: string,
  { page, limit }: Page,
): Promise<{ rows: Selectable<Schema[T]>[]; total: number }> {
  const from = sql`from ${sql.table(table)} where ${sql.ref(subject)} = ${id}`;
  const counted = await sql<{ total: bigint }>`select count(*) as total ${from}`.execute(db);
  const { rows } = await sql<Selectable<Schema[T]>>`
    select * ${from} order by number desc, ${sql.ref(tieBreaker ?? 'number')} limit ${limit} offset ${(page - 1) * limit}`.execute(
    db,
  );
  return { rows, total: Number(counted.rows[0]?.total ?? 0n) };
}
