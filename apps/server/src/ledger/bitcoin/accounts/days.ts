import { utcDayNumber } from '@hopscope/domain';
import { createCopyReader } from '../../../db/copy-binary.ts';
import type { SqlSession } from '../../../db/session.ts';
import { inParts, int8Array } from '../../shared/byte-keys.ts';
import { changeDays, type DayChange, readDays as readDayRows } from '../../shared/day-rows.ts';
import { addToDay, type Days } from '../../shared/days.ts';
import { type ActivityEntry, chunkEntries, unpackActivity } from './activity.ts';
import { heightOf } from '../positions.ts';

const table = 'btc_days';

/** Returns times of blocks by height, in seconds since 1970: bytes 69 to 72 of the header, little-endian. */
export async function readTimes(
  session: SqlSession,
  heights: Iterable<number>,
): Promise<Map<number, number>> {
  const times = new Map<number, number>();
  for (const part of inParts([...new Set(heights)], 20_000)) {
    const reader = createCopyReader(
      await session.copyOut(
        `select height, substring(header from 69 for 4) from btc_block where height = any(${int8Array(part)})`,
      ),
    );
    while (reader.next()) {
      const height = reader.int4();
      const bytes = reader.bytes();
      times.set(height, new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true));
    }
  }
  return times;
}

/** Returns the time of an entry's block. Throws RangeError if the ledger contradicts itself. */
export function timeAt(times: ReadonlyMap<number, number>, position: number): number {
  const time = times.get(heightOf(position));
  if (time === undefined) throw new RangeError(`Block ${heightOf(position)} is missing in btc_block`);
  return time;
}

/** Adds entries to their days; with `sign` −1, subtracts them. */
export function addEntries(
  days: Days,
  entries: readonly ActivityEntry[],
  { times, sign }: { times: ReadonlyMap<number, number>; sign: 1 | -1 },
): void {
  const by = BigInt(sign);
  for (const { position, received, spent } of entries) {
    addToDay(days, utcDayNumber(timeAt(times, position)), {
      transactions: sign,
      received: received * by,
      spent: spent * by,
    });
  }
}

function heightsOf(lists: Iterable<readonly ActivityEntry[]>): Set<number> {
  const heights = new Set<number>();
  for (const entries of lists) for (const { position } of entries) heights.add(heightOf(position));
  return heights;
}

/** Changes to the full chunks of an account. */
export interface ChunkChange {
  readonly id: bigint;
  readonly countBefore: number;
  /** Entries of full chunks that are added and removed. */
  readonly gained: readonly (readonly ActivityEntry[])[];
  readonly lost: readonly (readonly ActivityEntry[])[];
  /** Whether `gained` replaces all earlier chunks. */
  readonly rewritten: boolean;
}

/**
 * Updates the figures of days after changes of full chunks. Call it while the ledger still contains the blocks of all
 * entries, and before accounts move to other IDs.
 */
export async function writeDays(session: SqlSession, changes: readonly ChunkChange[]): Promise<void> {
  const wanted = changes.filter(
    ({ gained, lost, rewritten }) => rewritten || gained.length > 0 || lost.length > 0,
  );
  if (wanted.length === 0) return;
  const times = await readTimes(
    session,
    heightsOf(wanted.flatMap(({ gained, lost }) => [...gained, ...lost])),
  );
  await changeDays(
    session,
    table,
    wanted.map(({ id, gained, lost, rewritten }): DayChange => {
      const days: Days = new Map();
      for (const entries of gained) addEntries(days, entries, { times, sign: 1 });
      if (!rewritten) for (const entries of lost) addEntries(days, entries, { times, sign: -1 });
      return { id, how: rewritten ? 'replace' : 'add', days };
    }),
  );
}

const chunksAtATime = 500;

/** Recomputes the figures of the full chunks of an account; reads them in pages. */
export async function daysOfChunks(session: SqlSession, id: bigint): Promise<Days> {
  const days: Days = new Map();
  for (let after = -1; ; ) {
    const { rows } = await session.query<{ chunk: number; entries: Uint8Array }>(
      `select chunk, entries from btc_activity where id = $1 and chunk > $2 order by chunk limit ${chunksAtATime}`,
      [String(id), after],
    );
    const last = rows.at(-1);
    if (!last) return days;
    after = last.chunk;
    const entries = rows.flatMap((row) => unpackActivity(row.entries));
    addEntries(days, entries, { times: await readTimes(session, heightsOf([entries])), sign: 1 });
  }
}

/** Returns the stored figures of full chunks; empty if there are none. */
export function readStoredDays(session: SqlSession, id: bigint): Promise<Days> {
  return readDayRows(session, table, id);
}

/** Returns the figures of each day for the whole history of an address. */
export async function readBitcoinDays(
  session: SqlSession,
  { id, txCount, tail }: { id: bigint; txCount: number; tail: readonly ActivityEntry[] },
): Promise<Days> {
  const days = txCount >= chunkEntries ? await readStoredDays(session, id) : new Map();
  addEntries(days, tail, { times: await readTimes(session, heightsOf([tail])), sign: 1 });
  return days;
}
