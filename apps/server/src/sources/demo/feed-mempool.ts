import { decodeBlock, encodeTransaction, type Hashing, toHex } from '@hopscope/chain';
import type { BitcoinMempool } from '../../ledger/bitcoin/mempool/mempool.ts';
import type { Made, UnconfirmedTransactions } from './maker-thread.ts';

type Waiting = Pick<UnconfirmedTransactions['bitcoin'][number], 'txid' | 'bytes'>;

/** What a block that is still to come holds, its coinbase aside. */
function inside({ payload }: Made, hashing: Hashing): Waiting[] {
  if (typeof payload === 'string') throw new TypeError('A Bitcoin block comes as bytes');
  return decodeBlock(payload, { hashing })
    .transactions.slice(1)
    .map((tx) => ({ txid: tx.txid, bytes: encodeTransaction(tx) }));
}

/**
 * Hands over what waits in the demo. While other miners' blocks stand in the place of `owed` ones, what only the owed ones
 * hold waits as well.
 */
export async function feedMempool(
  mempool: BitcoinMempool,
  reported: UnconfirmedTransactions['bitcoin'],
  { owed, hashing }: { owed: readonly Made[]; hashing: Hashing },
): Promise<void> {
  const waiting: readonly Waiting[] = [...owed.flatMap((made) => inside(made, hashing)), ...reported];
  const present = waiting.map(({ txid }) => txid);
  const wanted = new Set((await mempool.wanted(present)).map(toHex));
  await mempool.sync({
    present,
    arrived: waiting.filter(({ txid }) => wanted.has(toHex(txid))).map(({ bytes }) => bytes),
  });
}
