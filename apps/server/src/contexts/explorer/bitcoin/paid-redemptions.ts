import { type Crossing, equalBytes, redemptionKeysOf, toDisplayHash } from '@hopscope/chain';
import type { FoundTx } from '../../../ledger/bitcoin/lookups.ts';
import type { CrossedTransaction } from './bitcoin-payouts.ts';

/** A crossing with its transaction. */
interface Placed<D extends CrossedTransaction> {
  readonly deposit: D;
  readonly crossing: Crossing;
}

/** Returns a negative number if a crossing is before another in the chain. */
const inOrder = (a: Placed<CrossedTransaction>, b: Placed<CrossedTransaction>): number =>
  a.deposit.stored.position - b.deposit.stored.position || a.crossing.logIndex - b.crossing.logIndex;

/** Returns the outputs that the inputs of a transaction spend; undefined for unknown ones. */
export const spentBy = ({ record }: Pick<FoundTx, 'record'>) =>
  record.inputs.map(({ prevout }) => (prevout.kind === 'known' ? prevout : undefined));

/** Returns the keys of the redemptions of tBTC that a transaction can pay, by number of the output (`redemptionKeysOf`). */
export const payableRedemptions = (payout: Pick<FoundTx, 'record'>): (string | undefined)[] =>
  redemptionKeysOf(spentBy(payout), payout.record.outputs);

/**
 * Returns the redemptions of tBTC that a Bitcoin transaction paid, as its contract counts them: of each wallet and script, the newest
 * request before the event by which the contract accepts the transaction. There is at most one open request of them at a time, so later
 * ones are for later payments. `around`: transactions on Ethereum with these events, in any order; none without the contract's word.
 */
export function paidRedemptions<D extends CrossedTransaction>(
  payout: Pick<FoundTx, 'txid' | 'record'>,
  around: readonly D[],
): Placed<D>[] {
  const txid = toDisplayHash(payout.txid);
  const placed = around.flatMap((deposit) =>
    deposit.crossings.flatMap((crossing) => (crossing.redemption ? [{ deposit, crossing }] : [])),
  );
  const [accepted] = placed
    .filter(({ crossing: { redemption, transaction } }) => redemption === 'paid' && transaction === txid)
    .toSorted(inOrder);
  if (!accepted) return [];
  const keys = new Set(payableRedemptions(payout));
  const newest = new Map<string, Placed<D>>();
  for (const each of placed.toSorted(inOrder)) {
    const { redemption, contract } = each.crossing;
    if (redemption === null || redemption === 'paid' || !keys.has(redemption.key)) continue;
    const isBefore = inOrder(each, accepted) < 0 && equalBytes(contract, accepted.crossing.contract);
    if (isBefore) newest.set(redemption.key, each);
  }
  return [...newest.values()];
}
