import type { SqlSession } from '../../../db/session.ts';
import { unprovable } from './by-address.ts';

/** Returns a transaction whose place in its block isn't proven yet. */
export async function readUnproven(
  session: SqlSession,
  after: number,
): Promise<
  | { txid: Uint8Array; block: Uint8Array; height: number; raw: Uint8Array; header: Uint8Array | undefined }
  | undefined
> {
  const { rows } = await session.query<{
    txid: Uint8Array;
    block: Uint8Array;
    height: number;
    raw: Uint8Array;
    header: Uint8Array | null;
  }>(
    `select t.txid, t.block, t.height, t.raw, b.header from btc_remote_tx t left join btc_remote_block b on b.hash = t.block
     where t.place is null and t.height >= $1 order by t.height limit 1`,
    [after],
  );
  const [row] = rows;
  return row && { ...row, header: row.header ?? undefined };
}

/** Stores that a transaction is at a place of a block with that header. */
export async function writeProof(
  session: SqlSession,
  proof: { txid: Uint8Array; block: Uint8Array; height: number; header: Uint8Array; place: number },
): Promise<void> {
  await session.query(
    'insert into btc_remote_block (hash, height, header) values ($1, $2, $3) on conflict (hash) do nothing',
    [proof.block, proof.height, proof.header],
  );
  await session.query('update btc_remote_tx set place = $3 where txid = $1 and block = $2', [
    proof.txid,
    proof.block,
    proof.place,
  ]);
}

/** Stores that the place of a transaction can't be proven. */
export async function noteUnprovable(
  session: SqlSession,
  { txid, block }: { txid: Uint8Array; block: Uint8Array },
): Promise<void> {
  await session.query('update btc_remote_tx set place = $3 where txid = $1 and block = $2', [
    txid,
    block,
    unprovable,
  ]);
}
