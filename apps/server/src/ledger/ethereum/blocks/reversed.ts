import { toHex } from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import type { EthereumListener } from '../listener.ts';
import { inParts } from '../../shared/byte-keys.ts';
import { readLowestStale } from '../../shared/stale-blocks.ts';
import type { StoredEthereumTx } from '../model.ts';
import type { StoredBlock } from './stored-block.ts';

const partSize = 10_000;

/** Stores the senders and nonces of a disconnected block, for as long as the stale block is stored. */
export async function recordDisconnected(
  session: SqlSession,
  block: {
    readonly hash: Uint8Array;
    readonly txs: readonly StoredEthereumTx[];
    /** Hashes of blocks that left the chain and whose records were deleted. */
    readonly forgotten: readonly Uint8Array[];
  },
): Promise<void> {
  await session.query('delete from eth_dropped_tx where block_hash = any($1::bytea[])', [block.forgotten]);
  for (const part of inParts(block.txs, partSize)) {
    await session.query(
      `insert into eth_dropped_tx (hash, sender, nonce, block_hash, replaced_by)
       select decode(t.hash, 'hex'), decode(t.sender, 'hex'), t.nonce::numeric, $1, null
       from unnest($2::text[], $3::text[], $4::text[]) as t(hash, sender, nonce)
       on conflict (hash) do update set block_hash = excluded.block_hash, replaced_by = null`,
      [
        block.hash,
        part.map(({ tx }) => toHex(tx.hash)),
        part.map(({ tx }) => toHex(tx.from)),
        part.map(({ tx }) => String(tx.nonce)),
      ],
    );
  }
}

/**
 * Returns the transactions that were disconnected in a reorganization and can never be in the chain again because these
 * blocks contain another one of the same sender with the same nonce (Yellow Paper, section 6.2: a transaction is valid only
 * with the sender's current nonce). Call it in the transaction that appends the blocks.
 */
export async function nameReversed(
  session: SqlSession,
  blocks: readonly StoredBlock[],
  listener: EthereumListener,
): Promise<void> {
  const lowest = await readLowestStale(session, 'ethereum');
  if (lowest === undefined || (blocks.at(-1)?.row.height ?? -1) < lowest) return;
  const txs = blocks.flatMap((block) => block.txs.map(({ tx }) => tx));
  for (const part of inParts(txs, partSize)) {
    const hashes = part.map(({ hash }) => toHex(hash));
    await session.query(
      `delete from eth_dropped_tx where hash in (select decode(h, 'hex') from unnest($1::text[]) h)`,
      [hashes],
    );
    const { rows } = await session.query<{ txid: string; by: string }>(
      `update eth_dropped_tx g set replaced_by = decode(t.hash, 'hex')
       from unnest($1::text[], $2::text[], $3::text[]) as t(hash, sender, nonce)
       where g.sender = decode(t.sender, 'hex') and g.nonce = t.nonce::numeric
       returning encode(g.hash, 'hex') as txid, t.hash as by`,
      [hashes, part.map(({ from }) => toHex(from)), part.map(({ nonce }) => String(nonce))],
    );
    if (rows.length > 0) await listener.reversed(session, rows);
  }
}

/** Returns the transaction of the chain with the nonce of one that left it; undefined if none is known. */
export async function readReplacement(
  session: SqlSession,
  hash: Uint8Array,
): Promise<Uint8Array | undefined> {
  const { rows } = await session.query<{ replaced_by: Uint8Array | null }>(
    'select replaced_by from eth_dropped_tx where hash = $1',
    [hash],
  );
  return rows[0]?.replaced_by ?? undefined;
}
