import {
  bitcoinSide,
  type Crossing,
  crossingTransaction,
  type EthereumTransaction,
  fromDisplayHash,
  proofOfCrossing,
  toDisplayHash,
} from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import { readTxsById } from '../../../ledger/bitcoin/lookups.ts';
import { nativeHashing } from '../../../ledger/native-hashing.ts';
import type { ConfirmedCrossing } from './ethereum-transaction.presenter.ts';
import { readNamedTxids } from './naming-transactions.ts';

/** Returns the crossings of a transaction whose Bitcoin transaction is in the ledger and agrees, with how it does. */
export async function confirmCrossings(
  session: SqlSession,
  tx: EthereumTransaction,
  crossings: readonly Crossing[],
): Promise<ReadonlyMap<Crossing, ConfirmedCrossing>> {
  const confirmed = new Map<Crossing, ConfirmedCrossing>();
  const named = crossings.flatMap(({ transaction }) =>
    transaction === null ? [] : [fromDisplayHash(transaction)],
  );
  const txids = [...named, ...(await readNamedTxids(session, crossings))];
  if (txids.length === 0) return confirmed;
  const payout = crossingTransaction(tx);
  const sides = (await readTxsById(session, txids)).map(({ txid, record: { outputs } }) => ({
    transaction: toDisplayHash(txid),
    bitcoin: bitcoinSide(txid, outputs),
  }));
  for (const crossing of crossings) {
    const proofs = sides.flatMap(({ transaction, bitcoin }): ConfirmedCrossing[] => {
      const proven = proofOfCrossing(crossing, payout, bitcoin, nativeHashing);
      return proven ? [{ proof: proven.proof, transaction }] : [];
    });
    const best = proofs.find(({ proof }) => proof === 'exact') ?? proofs[0];
    if (best) confirmed.set(crossing, best);
  }
  return confirmed;
}
