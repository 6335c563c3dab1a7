import {
  asksForBitcoin,
  bitcoinSide,
  type Crossing,
  crossingTransaction,
  fromDisplayHash,
  proofOfCrossing,
  toDisplayHash,
} from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import { readTxsById } from '../../../ledger/bitcoin/lookups.ts';
import { nativeHashing } from '../../../ledger/native-hashing.ts';
import type { ConfirmedCrossing } from './ethereum-transaction.presenter.ts';
import { readNamedTxids } from './naming-transactions.ts';
import { readPayoutsFor } from '../bitcoin/bridge-payouts.ts';
import type { BitcoinDeposit } from '../bitcoin/bitcoin-payouts.ts';

/** Returns the crossings of a transaction that Bitcoin transactions in the ledger agree with, with how they do. */
export async function confirmCrossings(
  session: SqlSession,
  deposit: BitcoinDeposit,
): Promise<ReadonlyMap<Crossing, ConfirmedCrossing>> {
  const { crossings } = deposit;
  const confirmed = new Map<Crossing, ConfirmedCrossing>();
  const note = (crossing: Crossing, proofs: readonly ConfirmedCrossing[]): void => {
    const best = proofs.find(({ proof }) => proof === 'exact') ?? proofs[0];
    if (best) confirmed.set(crossing, best);
  };
  if (crossings.some(asksForBitcoin)) {
    const { position } = deposit.stored;
    const payouts = (await readPayoutsFor(session, [deposit])).filter(
      (each) => each.deposit.stored.position === position,
    );
    for (const crossing of crossings) {
      const paying = payouts.filter((each) => each.crossing.logIndex === crossing.logIndex);
      const proofs = paying.map(({ payout, proof }) => ({ proof, transaction: toDisplayHash(payout.txid) }));
      note(crossing, proofs);
    }
  }
  const named = crossings.flatMap(({ transaction }) =>
    transaction === null ? [] : [fromDisplayHash(transaction)],
  );
  const txids = [...named, ...(await readNamedTxids(session, crossings))];
  if (txids.length === 0) return confirmed;
  const payout = crossingTransaction(deposit.stored.tx);
  const sides = (await readTxsById(session, txids)).map(({ txid, record: { outputs } }) => ({
    transaction: toDisplayHash(txid),
    bitcoin: bitcoinSide(txid, outputs),
  }));
  for (const crossing of crossings) {
    const proofs = sides.flatMap(({ transaction, bitcoin }): ConfirmedCrossing[] => {
      const proven = proofOfCrossing(crossing, payout, bitcoin, nativeHashing);
      return proven ? [{ proof: proven.proof, transaction }] : [];
    });
    note(crossing, proofs);
  }
  return confirmed;
}
