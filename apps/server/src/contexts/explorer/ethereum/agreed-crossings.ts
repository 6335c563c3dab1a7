import {
  type Crossing,
  crossingTransaction,
  type Movement,
  proofOfCrossing,
  toDisplayHash,
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

/** Returns the crossings of payouts that agree with a Bitcoin transaction; only exact ones if there are any. */
export function agreedCrossings<P extends CrossedTransaction>(
  deposit: FoundTx,
  payouts: readonly P[],
): AgreedCrossing<P>[] {
  const txid = toDisplayHash(deposit.txid);
  const found = payouts.flatMap((payout) => {
    const tx = crossingTransaction(payout.stored.tx);
    return payout.crossings.flatMap((crossing): AgreedCrossing<P>[] => {
      if (crossing.direction !== 'in' || crossing.transaction !== txid) return [];
      const proven = proofOfCrossing(crossing, tx, deposit.record.outputs, nativeHashing);
      return proven ? [{ deposit, payout, crossing, ...proven }] : [];
    });
  });
  const exact = found.filter(({ proof }) => proof === 'exact');
  return exact.length > 0 ? exact : found;
}

/** Returns a text that differs between assets; null for an unknown one. */
export const assetKey = (asset: Uint8Array | 'ether' | null): string | null =>
  asset instanceof Uint8Array ? byteKey(asset) : asset;

/** Returns the number of the movement that paid the recipient of a crossing; undefined if none, or several, can be it. */
export function paidMovement(
  movements: readonly Movement[],
  { recipient, asset, amount }: Crossing,
): number | undefined {
  if (recipient === null || asset === null) return undefined;
  const paid = movements.flatMap(({ to, token, amount: units }, number) => {
    const isTheirs = to !== null && byteKey(to) === byteKey(recipient);
    return isTheirs && assetKey(token ?? 'ether') === assetKey(asset) && units === amount ? [number] : [];
  });
  return paid.length === 1 ? paid[0] : undefined;
}
