import type { travelEventKinds, TravelPayload, TravelState } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { finished, queued } from '../../../jobs/retry-queue.ts';
import type { Sealed } from './sealed.ts';
import { addEvent, type TransferRow, updateTransfer } from './travel-rule.store.ts';

type EventKind = (typeof travelEventKinds)[number];

/** A step of a transfer. */
export interface TravelChange {
  readonly kind: EventKind;
  readonly state: TravelState;
  /** Null: the counterparty, or the server. */
  readonly actorId: string | null;
  readonly reason?: string | undefined;
  readonly payload?: TravelPayload | undefined;
  /** Message to send; null: none. Undefined: what waits stays. */
  readonly message?: TransferRow['message'];
  readonly more?: Partial<
    Pick<TransferRow, 'address' | 'transaction' | 'peer' | 'callback' | 'callback_hash' | 'ivms_version'>
  >;
}

/** Writes a step of a locked transfer, with its event and its reason. */
export async function applyChange(
  trx: Kysely<Schema>,
  sealed: Sealed,
  row: TransferRow,
  change: TravelChange & { at: Date },
): Promise<TransferRow> {
  const { at, kind, state, actorId, reason, payload, message, more } = change;
  const number = await addEvent(trx, row, { kind, at, actor_id: actorId });
  const before = sealed.personal(row);
  const personal =
    before && (payload !== undefined || reason !== undefined)
      ? sealed.sealPersonal(row.id, {
          payload: payload ?? before.payload,
          reasons: { ...before.reasons, ...(reason !== undefined && { [number]: reason }) },
        })
      : row.personal;
  return updateTransfer(trx, row.id, {
    state,
    personal,
    ...(message !== undefined && {
      message,
      last_error: null,
      ...(message === null ? { attempts: 0, ...finished(at) } : { ...queued(at), done_at: null }),
    }),
    ...more,
    version: row.version + 1,
    updated_at: at,
  });
}

/** The reason of the newest event that has one; undefined: none. */
export function lastReason(reasons: Readonly<Record<number, string>>): string | undefined {
  const numbers = Object.keys(reasons).map(Number);
  return reasons[Math.max(...numbers)];
}
