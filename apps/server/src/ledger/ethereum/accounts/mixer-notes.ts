import type { SqlSession } from '../../../db/session.ts';
import { factKinds } from './facts.ts';

const kinds = {
  deposit: factKinds.indexOf('mixer_deposit'),
  withdrawal: factKinds.indexOf('mixer_withdrawal'),
} as const;

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
