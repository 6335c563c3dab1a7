import { decodeBlock, encodeTransaction, type Hashing, toHex } from '@hopscope/chain';
import type { BitcoinMempool } from '../../ledger/bitcoin/mempool/mempool.ts';
import type { Made, UnconfirmedTransactions } from './maker-thread.ts';

type MempoolEntry = Pick<UnconfirmedTransactions['bitcoin'][number], 'txid' | 'bytes'>;

/** Returns the transactions of a future block, without its coinbase. */
function inside({ payload }: Made, hashing: Hashing): MempoolEntry[] {
  if (typeof payload === 'string') throw new TypeError('A Bitcoin block comes as bytes');
  return decodeBlock(payload, { hashing })
    .transactions.slice(1)
    .map((tx) => ({ txid: tx.txid, bytes: encodeTransaction(tx) }));
}

/**
 * Publishes the demo's unconfirmed transactions. While other miners' blocks replace `owed` ones, transactions that only the
 * owed ones contain are unconfirmed as well.
 */
export async function feedMempool(
  mempool: BitcoinMempool,
  reported: UnconfirmedTransactions['bitcoin'],
  { owed, hashing }: { owed: readonly Made[]; hashing: Hashing },
): Promise<void> {
  const unconfirmed: readonly MempoolEntry[] = [
    ...owed.flatMap((made) => inside(made, hashing)),
    ...reported,
  ];
  const present = unconfirmed.map(({ txid }) => txid);
  const wanted = new Set((await mempool.wanted(present)).map(toHex));
  await mempool.sync({
    present,
    arrived: unconfirmed.filter(({ txid }) => wanted.has(toHex(txid))).map(({ bytes }) => bytes),
  });
}
