import type { Blockchain } from '@hopscope/contract';
import { isBlockchain } from '@hopscope/domain';
import type { SqlSession } from '../../db/session.ts';
import type { HeightRange } from './ranges.ts';
import { createPackReader, createPackWriter } from './varint.ts';

/** A change of a ledger, as those hear of it who follow it. */
export type LedgerEvent =
  /** Blocks came in, from a height to a height without a gap. */
  | { readonly kind: 'blocks'; readonly blockchain: Blockchain; readonly from: number; readonly to: number }
  /** The topmost `depth` blocks went, down to height `from`, and others came up to height `to` (`from` − 1: none). */
  | {
      readonly kind: 'reorganization';
      readonly blockchain: Blockchain;
      readonly from: number;
      readonly depth: number;
      readonly to: number;
    }
  /** Transactions that wait came or went; `keys` are the address keys that they touch. */
  | { readonly kind: 'unconfirmed'; readonly blockchain: 'bitcoin'; readonly keys: readonly Uint8Array[] };

export interface NumberedEvent {
  /** Ascends in the order in which the transactions were committed, without gaps. */
  readonly id: number;
  readonly event: LedgerEvent;
}

/** The numbers that are kept, and the newest that was ever given. */
export interface EventBounds {
  /** Everything after this number can still be read. */
  readonly before: number;
  readonly newest: number;
}

/** Events that are kept. */
export const storedEvents = 10_000;
/** Events between two removals of old ones, so that most appends pay for none. */
const pruneEvery = 250;

/**
 * Writes an event inside the transaction that makes the change. To be called last: the counter stays locked until the
 * transaction ends, which is what makes the numbers ascend in the order of the commits.
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

/** Writes the events of blocks that came in at ascending heights: one for each run without a gap. */
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

/** What is kept; 0 and 0 before the first event. */
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

/** Events after a number, oldest first, at most `limit`. Throws RangeError if what is stored is damaged. */
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

/** Keys one after the other, each with its length in front. */
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
