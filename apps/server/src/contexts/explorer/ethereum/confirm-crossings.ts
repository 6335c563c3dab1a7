import {
  type Crossing,
  crossingTransaction,
  equalBytes,
  type EthereumTransaction,
  fromDisplayHash,
  proofOfCrossing,
} from '@hopscope/chain';
import type { CrossingProofName } from '@hopscope/contract';
import type { SqlSession } from '../../../db/session.ts';
import { readTxsById } from '../../../ledger/bitcoin/lookups.ts';
import { nativeHashing } from '../../../ledger/native-hashing.ts';

/** Returns the crossings of a transaction whose Bitcoin transaction is in the ledger and agrees, with how it does. */
export async function confirmCrossings(
  session: SqlSession,
  tx: EthereumTransaction,
  crossings: readonly Crossing[],
): Promise<ReadonlyMap<Crossing, CrossingProofName>> {
  const confirmed = new Map<Crossing, CrossingProofName>();
  const named = crossings.flatMap((crossing) =>
    crossing.transaction === null ? [] : [{ crossing, txid: fromDisplayHash(crossing.transaction) }],
  );
  if (named.length === 0) return confirmed;
  const found = await readTxsById(
    session,
    named.map(({ txid }) => txid),
  );
  const payout = crossingTransaction(tx);
  for (const { crossing, txid } of named) {
    const proofs = found
      .filter((each) => equalBytes(each.txid, txid))
      .flatMap(({ record }) => proofOfCrossing(crossing, payout, record.outputs, nativeHashing)?.proof ?? []);
    const proof = proofs.find((each) => each === 'exact') ?? proofs[0];
    if (proof) confirmed.set(crossing, proof);
  }
  return confirmed;
}
