import type { Crossing, Movement } from '@hopscope/chain';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import type { CrossedTransaction } from '../bitcoin/bitcoin-payouts.ts';
import { assetKey } from './agreed-crossings.ts';
import { calledBy } from './ethereum-values.ts';

/**
 * Returns the crossing by which a movement left Ethereum: of its asset, with its amount, or else the only one whose bridge or called
 * contract received it.
 */
export function crossingOfMovement(
  { stored, crossings }: CrossedTransaction,
  movement: Movement,
): Crossing | undefined {
  const asset = assetKey(movement.token ?? 'ether');
  const out = crossings.filter(
    (each) => each.direction === 'out' && !each.claimed && assetKey(each.asset) === asset,
  );
  const receiver = movement.to && byteKey(movement.to);
  const called = calledBy(stored);
  const received = out.filter(
    ({ contract, amount }) =>
      (amount === null || amount <= movement.amount) &&
      (receiver === byteKey(contract) || (called && receiver === byteKey(called))),
  );
  return (
    out.find(({ amount }) => amount === movement.amount) ?? (received.length === 1 ? received[0] : undefined)
  );
}
