import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';

/** Work that waits in a table. */
export interface QueueState {
  readonly queue: 'email' | 'webhooks' | 'travel_rule' | 'screening';
  readonly length: number;
  /** Milliseconds since 1970 from which the oldest one has waited; null if none waits. */
  readonly oldest: number | null;
}

/** Reads the queues of emails, deliveries to webhooks, messages to institutions, and transactions to be screened. */
export async function readQueues(db: Kysely<Schema>): Promise<QueueState[]> {
  const { rows } = await sql<{ queue: QueueState['queue']; length: bigint; oldest: Date | null }>`
    select 'email' as queue, count(*) as length, min(created_at) as oldest
      from outbox_mail where next_attempt_at is not null
    union all select 'webhooks', count(*), min(created_at) from webhook_delivery where next_attempt_at is not null
    union all select 'travel_rule', count(*), min(updated_at) from travel_transfer where next_attempt_at is not null
    union all select 'screening', count(*), min(seen_at) from compliance_transaction where next_attempt_at is not null
  `.execute(db);
  return rows.map(({ queue, length, oldest }) => ({
    queue,
    length: Number(length),
    oldest: oldest?.getTime() ?? null,
  }));
}
