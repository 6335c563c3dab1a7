/**
 * Where transactions are in the chain, as integers that sort in chain order. No block of either chain holds 2^17
 * transactions: Bitcoin's 4,000,000 weight units and Ethereum's gas leave room for far fewer.
 */
export const span = 2 ** 17;

/** Position of a transaction: height · 2^17 + index in its block. A safe integer. */
export function positionOf(height: number, index: number): number {
  return height * span + index;
}

export function heightOf(position: number): number {
  return Math.floor(position / span);
}

export function indexOf(position: number): number {
  return position % span;
}
