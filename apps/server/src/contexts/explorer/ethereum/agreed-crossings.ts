import {
  bitcoinSide,
  type Crossing,
  crossingTransaction,
  isAnnounced,
  proofOfCrossing,
} from '@hopscope/chain';
import type { FoundTx } from '../../../ledger/bitcoin/lookups.ts';
import { nativeHashing } from '../../../ledger/native-hashing.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import type { CrossedTransaction } from '../bitcoin/bitcoin-payouts.ts';

/** A crossing with the Bitcoin transaction that it names, whose `output` went to the bridge. */
export interface AgreedCrossing<P extends CrossedTransaction> {
  readonly deposit: FoundTx;
  readonly payout: P;
  readonly crossing: Crossing;
  readonly proof: 'agreed' | 'exact';
  readonly output: number;
}

/**
 * Returns the crossings into Ethereum that agree with a Bitcoin transaction. A revealed deposit is left out if one of the
 * transactions minted for it.
 */
export function crossingsFor<P extends CrossedTransaction>(
  deposit: FoundTx,
  payouts: readonly P[],
): AgreedCrossing<P>[] {
  const bitcoin = bitcoinSide(deposit.txid, deposit.record.outputs);
  const found = payouts.flatMap((payout) => {
    const tx = crossingTransaction(payout.stored.tx);
    return payout.crossings.flatMap((crossing): AgreedCrossing<P>[] => {
      if (crossing.direction !== 'in') return [];
      const proven = proofOfCrossing(crossing, tx, bitcoin, nativeHashing);
      return proven ? [{ deposit, payout, crossing, ...proven }] : [];
    });
  });
  const minted = new Set(
    found.flatMap(({ crossing }) => (isAnnounced(crossing) ? [] : (crossing.deposit ?? []))),
  );
  return found.filter(
    ({ crossing }) => !isAnnounced(crossing) || crossing.deposit === null || !minted.has(crossing.deposit),
  );
}

/** Returns the crossings of payouts that agree with a Bitcoin transaction; only exact ones if there are any. */
export function agreedCrossings<P extends CrossedTransaction>(
  deposit: FoundTx,
  payouts: readonly P[],
): AgreedCrossing<P>[] {
  const found = crossingsFor(deposit, payouts);
  const exact = found.filter(({ proof }) => proof === 'exact');
  return exact.length > 0 ? exact : found;
}

/** Returns a text that differs between assets; null for an unknown one. */
export const assetKey = (asset: Uint8Array | 'ether' | null): string | null =>
  asset instanceof Uint8Array ? byteKey(asset) : asset;
