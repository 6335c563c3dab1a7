import { toHex } from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import type { BitcoinListener } from '../listener.ts';
import { inParts, int8Array } from '../../shared/byte-keys.ts';
import { readLowestStale } from '../../shared/stale-blocks.ts';
import type { BlockAtHeight } from './batch.ts';
import type { FoundTx } from '../lookups.ts';
import { droppedStored } from '../mempool/mempool-removed.ts';
import { bytesOfHex, partSize } from '../mempool/mempool-store.ts';
import { forgetDropped } from '../mempool/mempool-writer.ts';

/** A disconnected block with its transactions. */
interface DisconnectedBlock {
  readonly hash: Uint8Array;
  /** Milliseconds since 1970. */
  readonly minedAt: number;
  readonly txs: readonly FoundTx[];
  /** Hashes of blocks that left the chain and whose records were deleted. */
  readonly forgotten: readonly Uint8Array[];
}

/** Returns txids of the transactions at positions, including those of the block itself. */
async function readTxidsAt(session: SqlSession, txs: readonly FoundTx[]): Promise<Map<number, string>> {
  const txids = new Map(txs.map(({ position, txid }) => [position, toHex(txid)]));
  const others = txs.flatMap(({ record }) =>
    record.inputs.flatMap(({ prevout }) =>
      prevout.kind === 'known' && !txids.has(prevout.position) ? [prevout.position] : [],
    ),
  );
  for (const part of inParts([...new Set(others)], partSize)) {
    const { rows } = await session.query<{ pos: bigint; txid: string }>(
      `select pos, encode(txid, 'hex') as txid from btc_tx where pos = any(${int8Array(part)})`,
    );
    for (const { pos, txid } of rows) txids.set(Number(pos), txid);
  }
  return txids;
}

/** Stores what the transactions of a disconnected block spend, for as long as the stale block is stored. */
export async function recordDisconnected(session: SqlSession, block: DisconnectedBlock): Promise<void> {
  await session.query('delete from btc_dropped_input where block_hash = any($1::bytea[])', [block.forgotten]);
  const txids = await readTxidsAt(session, block.txs);
  const inputs = block.txs.flatMap(({ txid, record }) =>
    record.inputs.flatMap(({ prevout }) => {
      if (prevout.kind === 'coinbase') return [];
      const prev = prevout.kind === 'unknown' ? toHex(prevout.txid) : txids.get(prevout.position);
      return prev === undefined ? [] : [{ prev, vout: prevout.vout, txid: toHex(txid) }];
    }),
  );
  for (const part of inParts(inputs, partSize)) {
    await session.query(
      `insert into btc_dropped_input (prev_txid, vout, txid, block_hash, mined_at)
       select decode(i.prev, 'hex'), i.vout, decode(i.txid, 'hex'), $1, $2::int8
       from unnest($3::text[], ${int8Array(part.map(({ vout }) => vout))}, $4::text[]) as i(prev, vout, txid)
       on conflict (prev_txid, vout, txid) do update set block_hash = excluded.block_hash, mined_at = excluded.mined_at`,
      [block.hash, String(block.minedAt), part.map(({ prev }) => prev), part.map(({ txid }) => txid)],
    );
  }
}

interface Spent {
  readonly prev: string;
  readonly vout: number;
  readonly by: string;
  readonly at: number;
}

interface Reversed {
  readonly txid: string;
  readonly by: string;
  readonly at: bigint;
  readonly mined_at: bigint;
}

/** Returns disconnected transactions that spend one of these outputs, and disconnected ones that descend from them. */
async function readReversed(session: SqlSession, spent: readonly Spent[]): Promise<Reversed[]> {
  const found = new Map<string, Reversed>();
  for (const part of inParts(spent, partSize)) {
    const { rows } = await session.query<Reversed>(
      `with recursive reversed as (
         select i.txid, s.by_txid, s.at, i.mined_at
         from unnest($1::text[], ${int8Array(part.map(({ vout }) => vout))}, $2::text[], ${int8Array(part.map(({ at }) => at))})
           as s(prev, vout, by_txid, at)
         join btc_dropped_input i on i.prev_txid = decode(s.prev, 'hex') and i.vout = s.vout
         union
         select i.txid, r.by_txid, r.at, i.mined_at
         from reversed r join btc_dropped_input i on i.prev_txid = r.txid
       )
       select distinct on (txid) encode(txid, 'hex') as txid, by_txid as by, at, mined_at from reversed order by txid, by_txid`,
      [part.map(({ prev }) => prev), part.map(({ by }) => by)],
    );
    for (const row of rows) if (!found.has(row.txid)) found.set(row.txid, row);
  }
  return [...found.values()];
}

/**
 * Returns the payments that were disconnected in a reorganization and can never be in the chain again because these blocks
 * spend the same coins: double spends. Call it in the transaction that appends the blocks.
 */
export async function nameReversed(
  session: SqlSession,
  placed: readonly BlockAtHeight[],
  listener: BitcoinListener,
): Promise<void> {
  const lowest = await readLowestStale(session, 'bitcoin');
  if (lowest === undefined || (placed.at(-1)?.height ?? -1) < lowest) return;
  const confirmed: string[] = [];
  const spent: Spent[] = [];
  for (const { block } of placed) {
    const at = block.header.time * 1000;
    for (const { txid, inputs } of block.transactions) {
      const by = toHex(txid);
      confirmed.push(by);
      for (const { prevTxid, prevVout } of inputs)
        spent.push({ prev: toHex(prevTxid), vout: prevVout, by, at });
    }
  }
  for (const part of inParts(confirmed, partSize)) {
    await session.query(`delete from btc_dropped_input where txid in (${bytesOfHex('$1')})`, [part]);
  }
  const reversed = await readReversed(session, spent);
  if (reversed.length === 0) return;
  await session.query(
    `insert into btc_dropped (seq, txid, first_seen, dropped_at, reason, by_txid)
     select nextval('btc_dropped_seq'), decode(r.txid, 'hex'), r.first_seen, r.dropped_at, 'conflict', decode(r.by_txid, 'hex')
     from unnest($1::text[], $2::text[], ${int8Array(reversed.map((r) => r.mined_at))}, ${int8Array(reversed.map((r) => r.at))})
       as r(txid, by_txid, first_seen, dropped_at)
     on conflict (txid) do update set seq = excluded.seq, dropped_at = excluded.dropped_at, reason = excluded.reason, by_txid = excluded.by_txid`,
    [reversed.map(({ txid }) => txid), reversed.map(({ by }) => by)],
  );
  await forgetDropped(session, droppedStored);
  await listener.removed(
    session,
    reversed.map(({ txid, by }) => ({ txid, reason: 'conflict', by })),
  );
}
