import type { Blockchain } from '@hopscope/contract';
import { isBlockchain } from '@hopscope/domain';
import type { SqlSession } from '../../db/session.ts';
import type { HeightRange } from './ranges.ts';
import { createPackReader, createPackWriter } from './varint.ts';

/** A change of a ledger, for those that follow it. */
export type LedgerEvent =
  /** Consecutive blocks were added. */
  | { readonly kind: 'blocks'; readonly blockchain: Blockchain; readonly from: number; readonly to: number }
  /**
   * The highest `depth` blocks were disconnected, down to height `from`, and others were connected up to height `to` (`from`
   * − 1: none).
   */
  | {
      readonly kind: 'reorganization';
      readonly blockchain: Blockchain;
      readonly from: number;
      readonly depth: number;
      readonly to: number;
    }
  /** Unconfirmed transactions were added or removed; `keys` are the affected address keys. */
  | { readonly kind: 'unconfirmed'; readonly blockchain: 'bitcoin'; readonly keys: readonly Uint8Array[] };

export interface NumberedEvent {
  /** Ascends in the order in which the transactions were committed, without gaps. */
  readonly id: number;
  readonly event: LedgerEvent;
}

/** Range of the stored numbers, and the newest number that was ever assigned. */
export interface EventBounds {
  /** Everything after this number can still be read. */
  readonly before: number;
  readonly newest: number;
}

/** Number of events to keep. */
export const storedEvents = 10_000;
/** Number of events between two deletions of old ones, so that most appends don't delete. */
const pruneEvery = 250;

/**
 * Appends an event within the transaction that makes the change. Call it last: the counter remains locked until the
 * transaction ends, which makes numbers ascend in the order of commits.
 */
export async function appendEvent(session: SqlSession, event: LedgerEvent): Promise<void> {
  const heights = event.kind === 'unconfirmed' ? [null, null] : [event.from, event.to];
  const { rows } = await session.query<{ id: bigint }>(
    `with next as (
       insert into ledger_event_counter (last) values (1)
       on conflict (one) do update set last = ledger_event_counter.last + 1 returning last
     )
     insert into ledger_event (id, kind, blockchain, lo, hi, depth, keys)
     select last, $1, $2, $3::int4, $4::int4, $5::int4, $6::bytea from next returning id`,
    [
      event.kind,
      event.blockchain,
      ...heights,
      event.kind === 'reorganization' ? event.depth : null,
      event.kind === 'unconfirmed' ? packKeys(event.keys) : null,
    ],
  );
  const id = Number(rows[0]?.id ?? 0);
  if (id % pruneEvery !== 0) return;
  await session.query('delete from ledger_event where id <= $1', [id - storedEvents]);
}

/** Appends the events of added blocks in ascending order of height: one for each run without a gap. */
export async function appendBlockEvents(
  session: SqlSession,
  blockchain: Blockchain,
  heights: readonly number[],
): Promise<void> {
  for (const { from, to } of runsOf(heights)) {
    await appendEvent(session, { kind: 'blocks', blockchain, from, to });
  }
}

function runsOf(heights: readonly number[]): HeightRange[] {
  const runs: HeightRange[] = [];
  for (const height of heights) {
    const last = runs.at(-1);
    if (last && last.to + 1 === height) last.to = height;
    else runs.push({ from: height, to: height });
  }
  return runs;
}

/** Returns the range of stored events; 0 and 0 before the first event. */
export async function readEventBounds(session: SqlSession): Promise<EventBounds> {
  const { rows } = await session.query<{ newest: bigint; oldest: bigint | null }>(
    'select last as newest, (select min(id) from ledger_event) as oldest from ledger_event_counter',
  );
  const newest = Number(rows[0]?.newest ?? 0);
  const oldest = rows[0]?.oldest;
  return { newest, before: oldest === undefined || oldest === null ? newest : Number(oldest) - 1 };
}

interface EventRow {
  id: bigint;
  kind: string;
  blockchain: string;
  lo: number | null;
  hi: number | null;
  depth: number | null;
  keys: Uint8Array | null;
}

/** Returns events after a number, oldest first, at most `limit`. Throws RangeError if stored data is damaged. */
export async function readEvents(
  session: SqlSession,
  after: number,
  limit: number,
): Promise<NumberedEvent[]> {
  const { rows } = await session.query<EventRow>(
    'select id, kind, blockchain, lo, hi, depth, keys from ledger_event where id > $1 order by id limit $2',
    [after, limit],
  );
  return rows.map((row) => ({ id: Number(row.id), event: toEvent(row) }));
}

function toEvent({ id, kind, blockchain, lo, hi, depth, keys }: EventRow): LedgerEvent {
  if (kind === 'unconfirmed' && blockchain === 'bitcoin' && keys) {
    return { kind, blockchain, keys: unpackKeys(keys) };
  }
  if (isBlockchain(blockchain) && lo !== null && hi !== null) {
    if (kind === 'blocks') return { kind, blockchain, from: lo, to: hi };
    if (kind === 'reorganization' && depth !== null) return { kind, blockchain, from: lo, depth, to: hi };
  }
  throw new RangeError(`Event ${id} of the ledger is damaged`);
}

/** Packs keys one after another, each preceded by its length. */
function packKeys(keys: readonly Uint8Array[]): Uint8Array {
  const out = createPackWriter();
  for (const key of keys) {
    out.uint(key.length);
    out.raw(key);
  }
  return out.take();
}

function unpackKeys(packed: Uint8Array): Uint8Array[] {
  const reader = createPackReader(packed);
  const keys: Uint8Array[] = [];
  while (!reader.done) keys.push(Uint8Array.from(reader.raw(reader.uint())));
  return keys;
}
