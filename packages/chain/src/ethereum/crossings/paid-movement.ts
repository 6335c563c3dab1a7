import { equalBytes } from '../../bytes.ts';
import type { Movement } from '../tokens/movements.ts';
import { type Crossing, isAnnounced } from './reading.ts';

/**
 * Returns the number of the movement that paid the recipient of a crossing in its transaction: the only one of its asset to the
 * recipient with its amount. The event of what tBTC minted has no amount: then the only one that creates tokens for the recipient.
 * Undefined if none, or several, can be it, and for deposits that are only revealed.
 */
export function paidMovement(movements: readonly Movement[], crossing: Crossing): number | undefined {
  const { recipient, asset, amount, deposit } = crossing;
  if (recipient === null || asset === null || isAnnounced(crossing)) return undefined;
  const isAsset = (token: Uint8Array | null): boolean =>
    asset === 'ether' ? token === null : token !== null && equalBytes(token, asset);
  const paid = movements.flatMap(({ from, to, token, amount: units }, number) => {
    const isTheirs = to !== null && equalBytes(to, recipient) && isAsset(token);
    return isTheirs && (deposit === null ? units === amount : from === null) ? [number] : [];
  });
  return paid.length === 1 ? paid[0] : undefined;
}
