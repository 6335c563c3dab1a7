import type { Blockchain } from '@hopscope/contract';
import type { SqlSession } from '../../db/session.ts';

/** A block that left the chain. */
export interface StaleBlock {
  readonly hash: Uint8Array;
  readonly height: number;
}

/** Number of stale blocks to keep per chain: the newest. */
const storedDropped = 200;

/** Stores a disconnected block with the IDs of its transactions. Returns the hashes of the oldest ones, which it deletes. */
export async function noteStaleBlock(
  session: SqlSession,
  blockchain: Blockchain,
  { hash, height, txids }: StaleBlock & { txids: readonly Uint8Array[] },
): Promise<Uint8Array[]> {
  await session.query('delete from stale_block where hash = $1 and blockchain = $2', [hash, blockchain]);
  await session.query('insert into stale_block (blockchain, hash, height, txids) values ($1, $2, $3, $4)', [
    blockchain,
    hash,
    height,
    Buffer.concat(txids),
  ]);
  const { rows } = await session.query<{ hash: Uint8Array }>(
    `delete from stale_block where blockchain = $1 and id <= (
       select id from stale_block where blockchain = $1 order by id desc offset ${storedDropped} limit 1
     ) returning hash`,
    [blockchain],
  );
  return rows.map((row) => row.hash);
}

/** Returns the lowest height of a stored block that left the chain; undefined if there is none. */
export async function readLowestStale(
  session: SqlSession,
  blockchain: Blockchain,
): Promise<number | undefined> {
  const { rows } = await session.query<{ lowest: number | null }>(
    'select min(height) as lowest from stale_block where blockchain = $1',
    [blockchain],
  );
  return rows[0]?.lowest ?? undefined;
}

/** Returns a block that left the chain by its hash; it may be part of the chain again. */
export async function readStaleBlock(
  session: SqlSession,
  blockchain: Blockchain,
  hash: Uint8Array,
): Promise<StaleBlock | undefined> {
  const { rows } = await session.query<StaleBlock>(
    'select hash, height from stale_block where hash = $1 and blockchain = $2 order by id desc limit 1',
    [hash, blockchain],
  );
  return rows[0];
}

/** Returns the newest block with a transaction that left the chain. */
export async function readStaleBlockOf(
  session: SqlSession,
  blockchain: Blockchain,
  txid: Uint8Array,
): Promise<StaleBlock | undefined> {
  const { rows } = await session.query<StaleBlock>(
    'select hash, height from stale_block where blockchain = $1 and position($2 in txids) > 0 order by id desc limit 1',
    [blockchain, txid],
  );
  return rows[0];
}
