/**
 * Number of positions per block. Positions of transactions are integers that sort in chain order. No block of either chain
 * contains 2^17 transactions: Bitcoin's 4,000,000 weight units and Ethereum's gas allow far fewer.
 */
export const span = 2 ** 17;

/** Returns the position of a transaction: height · 2^17 + index in its block. A safe integer. */
export function positionOf(height: number, index: number): number {
  return height * span + index;
}

export function heightOf(position: number): number {
  return Math.floor(position / span);
}

export function indexOf(position: number): number {
  return position % span;
}
