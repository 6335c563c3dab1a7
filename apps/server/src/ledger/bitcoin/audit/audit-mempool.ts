import { toDisplayHash } from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import { violate } from './audit-violation.ts';
import { heightOf } from '../positions.ts';

/** SQL for the lookup key of a txid column, as `prefixKey` computes it. */
const keyOf = (column: string): string => `('x' || encode(substring(${column} for 8), 'hex'))::bit(64)::int8`;

/** Checks that no unconfirmed transaction is in a block, and that counts match the rows. */
export async function checkMempool(session: SqlSession): Promise<void> {
  const { rows } = await session.query<{ txid: Uint8Array; pos: bigint }>(
    `select w.txid, t.pos from btc_mempool_tx w join btc_tx_lookup l on l.key = ${keyOf('w.txid')}
     join btc_tx t on t.pos = l.pos and t.txid = w.txid limit 1`,
  );
  const [found] = rows;
  if (found) {
    const txid = toDisplayHash(found.txid);
    const height = heightOf(Number(found.pos));
    violate('mempool', `Transaction ${txid} is in the mempool, although block ${height} contains it`, {
      height,
      txid,
    });
  }
  const counted = await session.query<{ reported: number; stored: bigint }>(
    `select m.transactions as reported, (select count(*) from btc_mempool_tx) as stored from btc_mempool m`,
  );
  const [counts] = counted.rows;
  if (counts && BigInt(counts.reported) !== counts.stored) {
    violate(
      'mempool',
      `The mempool has ${counts.stored} transactions, but its recorded count is ${counts.reported}`,
    );
  }
}
