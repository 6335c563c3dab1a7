import { randomUUID } from 'node:crypto';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { AlertEventTable } from '../../../db/schema.ts';
import { type EventLog, insertEvents } from '../event-log.ts';

type EventRow = Selectable<AlertEventTable>;

const log: EventLog<'alert_event'> = { table: 'alert_event', subject: 'organization_id' };

/** Queues the deliveries of events in their transaction. */
export type QueueEvents = (
  trx: Kysely<Schema>,
  organizationId: string,
  events: readonly EventRow[],
) => Promise<void>;

/**
 * Locks the organization's event counter until the transaction ends. Raising and acknowledging are serialized, so that
 * sequence numbers ascend in commit order and each group is created once.
 */
export async function lockEvents(trx: Kysely<Schema>, organizationId: string): Promise<bigint> {
  const { last } = await trx
    .insertInto('alert_event_count')
    .values({ organization_id: organizationId, last: 0n })
    .onConflict((conflict) =>
      conflict.column('organization_id').doUpdateSet({ last: sql<bigint>`alert_event_count.last` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}

/** Number of the newest event that is committed. */
export async function lastEvent(db: Kysely<Schema>, organizationId: string): Promise<bigint> {
  const row = await db
    .selectFrom('alert_event_count')
    .select('last')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return row?.last ?? 0n;
}

/** Writes events of alerts or of checks of transfers, each once, and queues their deliveries. */
export function createPublishAlertEvents({ queue, now }: { queue: QueueEvents; now: () => number }) {
  return async (
    trx: Kysely<Schema>,
    organizationId: string,
    kind: EventRow['kind'],
    ids: readonly string[],
  ): Promise<void> => {
    if (ids.length === 0) return;
    const last = await lockEvents(trx, organizationId);
    const at = new Date(now());
    const isCheck = kind === 'screening.decided';
    const events = ids.map((id, place) => ({
      organization_id: organizationId,
      number: last + BigInt(place + 1),
      id: randomUUID(),
      kind,
      alert_id: isCheck ? null : id,
      screening_check_id: isCheck ? id : null,
      at,
    }));
    await insertEvents(trx, log, events);
    await trx
      .updateTable('alert_event_count')
      .set({ last: last + BigInt(events.length) })
      .where('organization_id', '=', organizationId)
      .execute();
    await queue(trx, organizationId, events);
  };
}

export type PublishAlertEvents = ReturnType<typeof createPublishAlertEvents>;
