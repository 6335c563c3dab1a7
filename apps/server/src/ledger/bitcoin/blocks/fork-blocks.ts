import type { SqlSession } from '../../../db/session.ts';

/** A block beside the chain, kept until it takes part in a heavier branch. */
export interface ForkBlock {
  hash: Uint8Array;
  prevHash: Uint8Array;
  raw: Uint8Array;
}

/** Blocks this far below the tip, or deeper, are not kept: two days of blocks. */
export const forkDepth = 288;

export async function readForkBlocks(session: SqlSession): Promise<ForkBlock[]> {
  const { rows } = await session.query<{ hash: Uint8Array; prev_hash: Uint8Array; raw: Uint8Array }>(
    'select hash, prev_hash, raw from btc_fork_block order by hash',
  );
  return rows.map((row) => ({ hash: row.hash, prevHash: row.prev_hash, raw: row.raw }));
}

/** Keeps a block; does nothing if it is kept already. */
export async function keepForkBlock(session: SqlSession, block: ForkBlock): Promise<void> {
  await session.query(
    'insert into btc_fork_block (hash, prev_hash, raw) values ($1, $2, $3) on conflict do nothing',
    [block.hash, block.prevHash, block.raw],
  );
}

/** Drops kept blocks that are in the chain now. */
export async function dropUsedForkBlocks(session: SqlSession): Promise<void> {
  await session.query('delete from btc_fork_block f using btc_block b where f.hash = b.hash');
}
