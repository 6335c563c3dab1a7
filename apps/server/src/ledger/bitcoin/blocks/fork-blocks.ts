import type { SqlSession } from '../../../db/session.ts';

/** A block outside the chain, stored until it becomes part of a heavier branch. */
export interface ForkBlock {
  hash: Uint8Array;
  prevHash: Uint8Array;
  raw: Uint8Array;
}

/** Depth below the chain tip from which fork blocks aren't stored: two days of blocks. */
export const forkDepth = 288;

export async function readForkBlocks(session: SqlSession): Promise<ForkBlock[]> {
  const { rows } = await session.query<{ hash: Uint8Array; prev_hash: Uint8Array; raw: Uint8Array }>(
    'select hash, prev_hash, raw from btc_fork_block order by hash',
  );
  return rows.map((row) => ({ hash: row.hash, prevHash: row.prev_hash, raw: row.raw }));
}

/** Stores a block, unless it is stored already. */
export async function keepForkBlock(session: SqlSession, block: ForkBlock): Promise<void> {
  await session.query(
    'insert into btc_fork_block (hash, prev_hash, raw) values ($1, $2, $3) on conflict do nothing',
    [block.hash, block.prevHash, block.raw],
  );
}

/** Deletes stored blocks that are now part of the chain. */
export async function dropUsedForkBlocks(session: SqlSession): Promise<void> {
  await session.query('delete from btc_fork_block f using btc_block b where f.hash = b.hash');
}
