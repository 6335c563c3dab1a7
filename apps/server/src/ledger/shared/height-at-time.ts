import type { Blockchain } from '@hopscope/domain';
import type { SqlSession } from '../../db/session.ts';

/** Times of Bitcoin blocks can be out of order, by much less than this many blocks. */
const window = 300;

/** Expressions for the time of a block in seconds since 1970; Bitcoin: bytes 69 to 72 of the header, little-endian. */
export const blockTables: Readonly<Record<Blockchain, { readonly table: string; readonly time: string }>> = {
  bitcoin: {
    table: 'btc_block',
    time: `(get_byte(header, 68) + get_byte(header, 69) * 256 + get_byte(header, 70) * 65536
      + get_byte(header, 71)::int8 * 16777216)`,
  },
  ethereum: { table: 'eth_block', time: 'time' },
};

/**
 * Returns the height of the newest block of a chain in the ledger whose time (seconds since 1970) isn't after `time`; undefined if
 * there is none. Takes one query near the newest block, and about 25 far from it.
 */
export async function readHeightAtTime(
  session: SqlSession,
  chain: Blockchain,
  time: number,
): Promise<number | undefined> {
  const { table, time: timeOf } = blockTables[chain];
  const newestBelow = async (height: number): Promise<number | undefined> => {
    const { rows } = await session.query<{ height: number }>(
      `select height from ${table} where height <= $1 and height > $1 - ${window} and ${timeOf} <= $2
       order by height desc limit 1`,
      [height, BigInt(time)],
    );
    return rows[0]?.height;
  };
  const { rows: ends } = await session.query<{ lo: number | null; hi: number | null }>(
    `select min(height) as lo, max(height) as hi from ${table}`,
  );
  let low = ends[0]?.lo ?? null;
  const top = ends[0]?.hi ?? null;
  if (low === null || top === null) return undefined;
  const near = await newestBelow(top);
  if (near !== undefined) return near;
  // Blocks at `low` and below may be early enough; those above `high` are not, except for disorder within the window.
  let high = top;
  while (high - low > window / 2) {
    const middle = Math.floor((low + high) / 2);
    const { rows } = await session.query<{ height: number; at: bigint }>(
      `select height, ${timeOf}::int8 as at from ${table} where height <= $1 order by height desc limit 1`,
      [middle],
    );
    if (rows[0] && Number(rows[0].at) <= time) low = middle;
    else high = middle;
  }
  return newestBelow(high + window / 2);
}
