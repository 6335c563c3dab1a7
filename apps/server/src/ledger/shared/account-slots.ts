import type { SqlSession } from '../../db/session.ts';
import { byteKey, int8Array } from './byte-keys.ts';

/** The tables that contain accounts of a chain: the one with `id` and `key`, and those with more rows per `id`. */
export interface AccountTables {
  readonly accounts: string;
  readonly others: readonly string[];
}

/** Returns the preferred ID of an address; alternatives follow by adding 1. */
export type SlotOf = (key: Uint8Array) => bigint;

/**
 * Accounts whose homes collide are in a run of consecutive IDs, ordered by (home, key), each as close to its home as that
 * order allows. So IDs depend only on the set of addresses, and not on the order in which they were added and removed (an
 * ordered hash table, Amble and Knuth 1974). IDs wrap around at 64 bits.
 */
interface Occupant {
  key: Uint8Array;
  home: bigint;
  /** ID of its row; undefined for a new address. */
  stored: bigint | undefined;
}

interface Move {
  from: bigint;
  to: bigint;
}

const aheadSize = 32;

function idAt(start: bigint, offset: bigint): bigint {
  return BigInt.asIntN(64, start + offset);
}

/** Creates a reader of keys of stored accounts by ID, which reads several at a time. */
function createKeyReader(session: SqlSession, tables: AccountTables, empty: boolean) {
  const keys = new Map<bigint, Uint8Array | undefined>();
  return async (id: bigint): Promise<Uint8Array | undefined> => {
    if (empty) return undefined;
    if (!keys.has(id)) {
      const ids = Array.from({ length: aheadSize }, (_, i) => idAt(id, BigInt(i)));
      const { rows } = await session.query<{ id: bigint; key: Uint8Array }>(
        `select id, key from ${tables.accounts} where id = any(${int8Array(ids)})`,
      );
      for (const one of ids) keys.set(one, undefined);
      for (const row of rows) keys.set(row.id, row.key);
    }
    return keys.get(id);
  };
}

/** Moves an account and its rows to a free ID. */
async function moveAccount(session: SqlSession, tables: AccountTables, { from, to }: Move): Promise<void> {
  for (const table of [tables.accounts, ...tables.others]) {
    await session.query(`update ${table} set id = $2 where id = $1`, [String(from), String(to)]);
  }
}

function groupBySlot(fresh: readonly { key: Uint8Array; home: bigint }[]): Map<bigint, Occupant[]> {
  const bySlot = new Map<bigint, Occupant[]>();
  for (const { key, home } of fresh) {
    const same = bySlot.get(home);
    if (same) same.push({ key, home, stored: undefined });
    else bySlot.set(home, [{ key, home, stored: undefined }]);
  }
  return bySlot;
}

/**
 * Assigns IDs to addresses without an account, by key; undefined if each gets its home, as is almost always the case. If
 * homes collide, stored accounts may have to make room: moves them in the database immediately, and calls `moved`. `taken`:
 * homes with an existing row.
 */
export async function placeNewKeys(
  session: SqlSession,
  fresh: readonly { key: Uint8Array; home: bigint }[],
  options: {
    tables: AccountTables;
    empty: boolean;
    slotOf: SlotOf;
    taken(home: bigint): boolean;
    moved(from: bigint, to: bigint): void;
  },
): Promise<Map<string, bigint> | undefined> {
  const homes = new Set(fresh.map(({ home }) => home));
  if (homes.size === fresh.length && !fresh.some(({ home }) => options.taken(home))) return undefined;

  const bySlot = groupBySlot(fresh);
  const keyAt = createKeyReader(session, options.tables, options.empty);
  const isTaken = async (id: bigint): Promise<boolean> => bySlot.has(id) || (await keyAt(id)) !== undefined;
  const ids = new Map<string, bigint>();
  const moves = new Map<bigint, bigint>();
  const settled = new Set<bigint>();
  for (const home of [...homes].sort((a, b) => (a < b ? -1 : 1))) {
    if (settled.has(home)) continue;
    let start = home;
    while (await isTaken(idAt(start, -1n))) start = idAt(start, -1n);
    // A run that grows into an earlier one contains it: the last assignment is right.
    for (const [id, occupant] of await layOut(start, { bySlot, slotOf: options.slotOf, keyAt, isTaken })) {
      if (occupant.stored !== undefined) moves.set(occupant.stored, id);
      else {
        ids.set(byteKey(occupant.key), id);
        settled.add(occupant.home);
      }
    }
  }
  const move = async (from: bigint, to: bigint): Promise<void> => {
    moves.delete(from);
    if (from === to) return;
    const next = moves.get(to);
    if (next !== undefined) await move(to, next); // its occupant moves first
    await moveAccount(session, options.tables, { from, to });
    options.moved(from, to);
  };
  for (const [from, to] of moves) if (moves.has(from)) await move(from, to);
  return ids;
}

/** Returns the run that starts at `start`, including the new addresses: IDs and occupants, in ascending order. */
async function layOut(
  start: bigint,
  about: {
    bySlot: ReadonlyMap<bigint, Occupant[]>;
    slotOf: SlotOf;
    keyAt(id: bigint): Promise<Uint8Array | undefined>;
    isTaken(id: bigint): Promise<boolean>;
  },
): Promise<[bigint, Occupant][]> {
  const offsetOf = (id: bigint): bigint => BigInt.asUintN(64, id - start);
  const occupants: Occupant[] = [];
  let reached = 0n; // IDs from `start` to before this one are collected
  let end = 1n;
  for (;;) {
    for (; reached < end; reached++) {
      const id = idAt(start, reached);
      const key = await about.keyAt(id);
      if (key) occupants.push({ key, home: about.slotOf(key), stored: id });
      occupants.push(...(about.bySlot.get(id) ?? []));
    }
    occupants.sort((a, b) => {
      const before = offsetOf(a.home) - offsetOf(b.home);
      return before === 0n ? Buffer.compare(a.key, b.key) : before < 0n ? -1 : 1;
    });
    let next = 0n;
    const placed = occupants.map((occupant): [bigint, Occupant] => {
      const own = offsetOf(occupant.home);
      next = (own > next ? own : next) + 1n;
      return [idAt(start, next - 1n), occupant];
    });
    end = next > end ? next : end;
    while (await about.isTaken(idAt(start, end))) end++;
    if (end === reached) return placed;
  }
}

/**
 * Deletes the rows of accounts that lost all their transactions; later accounts of a run move back. Calls `moved`, also for
 * accounts that are yet to be deleted.
 */
export async function removePlaces(
  session: SqlSession,
  emptied: readonly { readonly id: bigint }[],
  options: { tables: AccountTables; slotOf: SlotOf; moved(from: bigint, to: bigint): void },
): Promise<void> {
  const { accounts } = options.tables;
  const behind = emptied.map(({ id }) => idAt(id, 1n));
  const { rows } = await session.query<{ id: bigint }>(
    `select id from ${accounts} where id = any(${int8Array(behind)})`,
  );
  const followed = new Set(rows.map((row) => idAt(row.id, -1n)));
  const alone = emptied.filter(({ id }) => !followed.has(id)).map(({ id }) => id);
  const others = emptied.filter(({ id }) => followed.has(id));
  if (alone.length > 0) await session.query(`delete from ${accounts} where id = any(${int8Array(alone)})`);
  for (const account of others) {
    let hole = account.id;
    await session.query(`delete from ${accounts} where id = $1`, [String(hole)]);
    for (;;) {
      const follower = idAt(hole, 1n);
      const { rows: found } = await session.query<{ key: Uint8Array }>(
        `select key from ${accounts} where id = $1`,
        [String(follower)],
      );
      const key = found[0]?.key;
      if (!key || options.slotOf(key) === follower) break;
      await moveAccount(session, options.tables, { from: follower, to: hole });
      options.moved(follower, hole);
      hole = follower;
    }
  }
}
