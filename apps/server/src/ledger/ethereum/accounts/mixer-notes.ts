import type { SqlSession } from '../../../db/session.ts';
import { factKinds } from './facts.ts';

const kinds = {
  deposit: factKinds.indexOf('mixer_deposit'),
  withdrawal: factKinds.indexOf('mixer_withdrawal'),
} as const;
const prices = {
  deposit: factKinds.indexOf('mixer_deposit_price'),
  withdrawal: factKinds.indexOf('mixer_withdrawal_price'),
} as const;

/** A deposit by an account (20 bytes) into a pool, or a withdrawal to it. */
export interface NoteRow {
  readonly account: Uint8Array;
  readonly pool: Uint8Array;
  readonly position: number;
}

interface RawNote {
  readonly key: Uint8Array;
  readonly contract: Uint8Array;
  readonly pos: bigint;
}

const noteOf = ({ key, contract, pos }: RawNote): NoteRow => ({
  account: key,
  pool: contract,
  position: Number(pos),
});

/** How often an account used a pool of a mixer, with the positions of the first and the last transaction. */
export interface NoteCountRow {
  readonly account: Uint8Array;
  readonly pool: Uint8Array;
  readonly count: number;
  readonly first: number;
  readonly last: number;
}

/** Counts deposits of accounts (20 bytes), or withdrawals to them, by pool, before a position; without it, all. */
export async function readNoteCounts(
  session: SqlSession,
  leg: keyof typeof kinds,
  accounts: readonly Uint8Array[],
  before = Number.MAX_SAFE_INTEGER,
): Promise<NoteCountRow[]> {
  const { rows } = await session.query<{
    key: Uint8Array;
    contract: Uint8Array;
    count: bigint;
    first: bigint;
    last: bigint;
  }>(
    `select key, contract, count(*) as count, min(pos) as first, max(pos) as last from eth_fact
     where key = any($1::bytea[]) and kind = ${kinds[leg]} and pos < $2::int8
     group by key, contract order by 4, 1, 2`,
    [accounts, String(before)],
  );
  return rows.map(({ key, contract, count, first, last }) => ({
    account: key,
    pool: contract,
    count: Number(count),
    first: Number(first),
    last: Number(last),
  }));
}

/**
 * Returns accounts with exactly `count` deposits into a pool, or withdrawals from it, before a position (without it, of all),
 * `most` at most.
 */
export async function readAccountsWith(
  session: SqlSession,
  leg: keyof typeof kinds,
  pool: Uint8Array,
  { count, before = Number.MAX_SAFE_INTEGER, most }: { count: number; before?: number; most: number },
): Promise<Uint8Array[]> {
  const { rows } = await session.query<{ key: Uint8Array }>(
    `select key from eth_fact where contract = $1 and kind = ${kinds[leg]} and pos < $2::int8
     group by key having count(*) = $3::int8 order by key limit $4::int8`,
    [pool, String(before), String(count), String(most)],
  );
  return rows.map(({ key }) => key);
}

/** Returns deposits of accounts, or withdrawals to them, between two positions, both inclusive; the first `most` ones. */
export async function readNotesOf(
  session: SqlSession,
  leg: keyof typeof kinds,
  accounts: readonly Uint8Array[],
  { from, to, most }: { from: number; to: number; most: number },
): Promise<NoteRow[]> {
  const { rows } = await session.query<RawNote>(
    `select key, contract, pos from eth_fact
     where key = any($1::bytea[]) and kind = ${kinds[leg]} and pos between $2::int8 and $3::int8
     order by pos, log limit $4::int8`,
    [accounts, String(from), String(to), String(most)],
  );
  return rows.map(noteOf);
}

/** Returns the last `most` deposits into a pool, or withdrawals from it, before a position, or the first ones after it, in order. */
export async function readNotesNear(
  session: SqlSession,
  leg: keyof typeof kinds,
  pool: Uint8Array,
  { side, position, most }: { side: 'before' | 'after'; position: number; most: number },
): Promise<NoteRow[]> {
  const [compared, order] = side === 'before' ? ['<', 'desc'] : ['>', 'asc'];
  const { rows } = await session.query<RawNote>(
    `select key, contract, pos from eth_fact
     where contract = $1 and kind = ${kinds[leg]} and pos ${compared} $2::int8
     order by pos ${order}, log ${order} limit $3::int8`,
    [pool, String(position), String(most)],
  );
  const notes = rows.map(noteOf);
  return side === 'before' ? notes.toReversed() : notes;
}

/** Returns the deposits into a pool, or the withdrawals from it, with an unusual gas price (`unusualGasPrice`); the first `most`. */
export async function readNotesAtPrice(
  session: SqlSession,
  leg: keyof typeof kinds,
  pool: Uint8Array,
  { price, most }: { price: Uint8Array; most: number },
): Promise<NoteRow[]> {
  const { rows } = await session.query<RawNote>(
    `select n.key, n.contract, n.pos from eth_fact p
     join eth_fact n on n.contract = p.contract and n.pos = p.pos and n.log = p.log and n.kind = ${kinds[leg]}
     where p.key = $1 and p.contract = $2 and p.kind = ${prices[leg]}
     order by n.pos, n.log limit $3::int8`,
    [price, pool, String(most)],
  );
  return rows.map(noteOf);
}

/** Counts deposits into a pool, and withdrawals from it, before a position. */
export async function countNotes(
  session: SqlSession,
  pool: Uint8Array,
  before: number,
): Promise<{ deposits: number; withdrawals: number }> {
  const { rows } = await session.query<{ deposits: bigint; withdrawals: bigint }>(
    `select count(*) filter (where kind = ${kinds.deposit}) as deposits,
       count(*) filter (where kind = ${kinds.withdrawal}) as withdrawals
     from eth_fact where contract = $1 and kind in (${kinds.deposit}, ${kinds.withdrawal}) and pos < $2::int8`,
    [pool, String(before)],
  );
  const [row] = rows;
  return { deposits: Number(row?.deposits ?? 0n), withdrawals: Number(row?.withdrawals ?? 0n) };
}
