import { equalBytes } from '../../bytes.ts';
import type { Movement } from '../tokens/movements.ts';
import { type Crossing, isAnnounced } from './reading.ts';

/**
 * Returns the number of the movement that paid the recipient of a crossing in its transaction: the only one of its asset to the
 * recipient with its amount. The event of what tBTC minted has no amount: then the only one that creates tokens for the recipient.
 * Undefined if none, or several, can be it, and for deposits that are only revealed.
 */
export function paidMovement(movements: readonly Movement[], crossing: Crossing): number | undefined {
  const { recipient, amount, deposit } = crossing;
  if (recipient === null || isAnnounced(crossing)) return undefined;
  return onlyOne(
    movements,
    crossing,
    ({ from, to, amount: units }) =>
      to !== null && equalBytes(to, recipient) && (deposit === null ? units === amount : from === null),
  );
}

/**
 * Returns the numbers of the movements by which a crossing to Bitcoin (`asksForBitcoin`) was given, each the only one of its asset with
 * its amount: into the contract of the bridge, and on to its vault; of a redemption of tBTC, the tokens that were destroyed.
 */
export function givenMovements(movements: readonly Movement[], crossing: Crossing): number[] {
  const { contract, recipient, amount, redemption } = crossing;
  if (redemption !== null) {
    const number = onlyOne(movements, crossing, (each) => each.to === null && each.amount === amount);
    return number === undefined ? [] : [number];
  }
  return [contract, recipient].flatMap((to) => paidMovement(movements, { ...crossing, recipient: to }) ?? []);
}

/** Returns the number of the only movement of a crossing's asset that is meant; undefined if none is, or several are. */
function onlyOne(
  movements: readonly Movement[],
  { asset }: Crossing,
  isMeant: (movement: Movement) => boolean,
): number | undefined {
  const isAsset = (token: Uint8Array | null): boolean =>
    asset === 'ether' ? token === null : asset !== null && token !== null && equalBytes(token, asset);
  const found = movements.flatMap((each, number) => (isAsset(each.token) && isMeant(each) ? [number] : []));
  return found.length === 1 ? found[0] : undefined;
}
