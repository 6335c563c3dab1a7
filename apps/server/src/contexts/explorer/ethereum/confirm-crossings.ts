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
import { readAgreed, readPayoutsFor } from '../bitcoin/bridge-payouts.ts';
import type { BitcoinDeposit, BitcoinPayout, CrossedTransaction } from '../bitcoin/bitcoin-payouts.ts';

type Payout = BitcoinPayout<CrossedTransaction>;

/** Returns what was paid on Bitcoin for crossings that ask for it, and for which redemptions of tBTC accepted payments are. */
async function readPaying(
  session: SqlSession,
  deposit: BitcoinDeposit,
): Promise<ReadonlyMap<Crossing, readonly Payout[]>> {
  const { crossings, stored } = deposit;
  const paying = new Map<Crossing, readonly Payout[]>();
  const asking = crossings.filter(asksForBitcoin);
  const payouts = asking.length === 0 ? [] : await readPayoutsFor(session, [deposit]);
  for (const crossing of asking) {
    const own = ({ deposit: { stored: by }, crossing: { logIndex } }: Payout): boolean =>
      by.position === stored.position && logIndex === crossing.logIndex;
    paying.set(crossing, payouts.filter(own));
  }
  const accepted = crossings.filter(({ redemption }) => redemption === 'paid');
  for (const crossing of accepted) {
    const { transaction } = crossing;
    const found = transaction === null ? [] : await readTxsById(session, [fromDisplayHash(transaction)]);
    const redeemed = (await readAgreed(session, found)).filter((each) => each.crossing.redemption !== null);
    paying.set(crossing, redeemed);
  }
  return paying;
}

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
  for (const [crossing, payouts] of await readPaying(session, deposit)) {
    note(
      crossing,
      payouts.map(({ payout, proof }) => ({ proof, transaction: toDisplayHash(payout.txid) })),
    );
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
