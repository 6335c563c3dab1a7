import { utcDayNumber } from '@hopscope/domain';
import type { SqlSession } from '../../../db/session.ts';
import { inParts, int8Array } from '../../shared/byte-keys.ts';
import { changeDays, type DayChange, readDays as readDayRows } from '../../shared/day-rows.ts';
import { addToDay, type Days } from '../../shared/days.ts';
import { heightOf } from '../../shared/positions.ts';
import { type Account, type ListPair, unpackAccount } from './accounts.ts';
import { type AccountDelta, etherAsset } from './effects.ts';
import { type Entry, entryCodec, numberCodec } from './entries.ts';
import { createListReader } from '../history/list-pages.ts';
import { listOf } from '../history/lists.ts';
import { chunkEntries, type Codec, type NumberedList } from '../history/numbered-list.ts';

const table = 'eth_days';

/** Returns times of blocks by height, in seconds since 1970. */
export async function readBlockTimes(
  session: SqlSession,
  heights: Iterable<number>,
): Promise<Map<number, number>> {
  const times = new Map<number, number>();
  for (const part of inParts([...new Set(heights)], 20_000)) {
    const { rows } = await session.query<{ height: number; time: bigint }>(
      `select height, time from eth_block where height = any(${int8Array(part)})`,
    );
    for (const { height, time } of rows) times.set(height, Number(time));
  }
  return times;
}

/** Returns the time of an entry's block. Throws RangeError if the ledger contradicts itself. */
export function blockTimeAt(times: ReadonlyMap<number, number>, position: number): number {
  const time = times.get(heightOf(position));
  if (time === undefined) throw new RangeError(`Block ${heightOf(position)} is missing in eth_block`);
  return time;
}

/** Returns whether figures of days are stored for an account with this list of movements: it has a full chunk. */
export function keepsDays({ lo, hi }: Pick<NumberedList, 'lo' | 'hi'>): boolean {
  return Math.floor(hi / chunkEntries) > Math.ceil(lo / chunkEntries);
}

/** Adds entries, in ascending order, to their days: each position counts once; with `sign` −1, subtracts them. */
export function addMovements(
  days: Days,
  entries: readonly Entry[],
  about: { isEther(place: number): boolean; times: ReadonlyMap<number, number>; sign: 1 | -1 },
): void {
  const by = BigInt(about.sign);
  let before = -1;
  entries.forEach(({ position, direction, amount }, place) => {
    const moved = about.isEther(place) ? amount * by : 0n;
    addToDay(days, utcDayNumber(blockTimeAt(about.times, position)), {
      transactions: position === before ? 0 : about.sign,
      received: direction === 'out' ? 0n : moved,
      spent: direction === 'in' ? 0n : moved,
    });
    before = position;
  });
}

/** The effect of added or removed blocks on an account, with its lists afterwards. */
export interface DeltaOfAccount {
  readonly account: Account;
  readonly delta: AccountDelta;
  /** Whether figures were stored before. */
  readonly saved: boolean;
}

/**
 * Updates the figures of days after changes of lists. Call it while the ledger still contains the blocks of all entries,
 * after new chunks were written, and before accounts move to other IDs.
 */
export async function writeDays(
  session: SqlSession,
  changes: readonly DeltaOfAccount[],
  sign: 1 | -1,
): Promise<void> {
  const wanted = changes.filter(({ account, saved }) => saved || keepsDays(account.movements.all));
  if (wanted.length === 0) return;
  const times = await readBlockTimes(
    session,
    wanted.flatMap(({ delta }) => delta.entries.map(({ position }) => heightOf(position))),
  );
  const ready: DayChange[] = [];
  for (const change of wanted) {
    const { account, delta, saved } = change;
    const { id } = account;
    if (!keepsDays(account.movements.all)) ready.push({ id, how: 'replace', days: new Map() });
    else if (!saved && account.stored) {
      ready.push({ id, how: 'replace', days: await daysOfLists(session, account) });
    } else {
      const days: Days = new Map();
      const ether = new Set(delta.purses.get(etherAsset)?.marks);
      addMovements(days, delta.entries, { isEther: (place) => ether.has(place), times, sign });
      ready.push({ id, how: 'add', days });
    }
  }
  await changeDays(session, table, ready);
}

/** Lists of an account that determine its figures. */
interface DayLists {
  readonly id: bigint;
  readonly movements: Pick<ListPair, 'all'>;
  readonly ether: Pick<ListPair, 'all'>;
}

async function readAll<T>(
  session: SqlSession,
  about: { id: bigint; list: number; numbered: NumberedList; codec: Codec<T> },
): Promise<T[]> {
  const { id, list, numbered, codec } = about;
  const reader = createListReader(session, { account: id, list, numbered, codec });
  return reader.at(Array.from({ length: numbered.hi - numbered.lo }, (_, i) => numbered.lo + i));
}

/** Recomputes the figures of an account from its lists. */
export async function daysOfLists(session: SqlSession, { id, movements, ether }: DayLists): Promise<Days> {
  const { all } = movements;
  const entries = await readAll(session, {
    id,
    list: listOf(undefined, false),
    numbered: all,
    codec: entryCodec,
  });
  const numbers = await readAll(session, {
    id,
    list: listOf(etherAsset, false),
    numbered: ether.all,
    codec: numberCodec,
  });
  const ofEther = new Set(numbers);
  const times = await readBlockTimes(
    session,
    entries.map(({ position }) => heightOf(position)),
  );
  const days: Days = new Map();
  addMovements(days, entries, { isEther: (place) => ofEther.has(all.lo + place), times, sign: 1 });
  return days;
}

/** Returns the stored figures; empty if there are none. */
export function readStoredDays(session: SqlSession, id: bigint): Promise<Days> {
  return readDayRows(session, table, id);
}

/** Returns the figures of each day for the whole history of an account. Throws RangeError if no account has that ID. */
export async function readEthereumDays(session: SqlSession, id: bigint): Promise<Days> {
  const { rows } = await session.query<{ lists: Uint8Array }>('select lists from eth_account where id = $1', [
    String(id),
  ]);
  if (!rows[0]) throw new RangeError(`Account ${id} is missing in eth_account`);
  const lists = unpackAccount(rows[0].lists);
  if (keepsDays(lists.movements.all)) return readStoredDays(session, id);
  return daysOfLists(session, { id, ...lists });
}
