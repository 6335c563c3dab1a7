/**
 * Where things are in the chain, as integers that sort in chain order.
 * A block of 4,000,000 weight units holds fewer than 2^17 transactions, and a transaction fewer than 2^17 inputs or outputs.
 */
const span = 2 ** 17;
const spanBig = 2n ** 17n;

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

/** Number of an output (outpoint) or input (inpoint): position · 2^17 + its index. */
export function pointOf(position: number, index: number): bigint {
  return BigInt(position) * spanBig + BigInt(index);
}

export function positionOfPoint(point: bigint): number {
  return Number(point / spanBig);
}

export function indexOfPoint(point: bigint): number {
  return Number(point % spanBig);
}

/** Input number that stands for "replaced by a coinbase with the same txid" (BIP30), never a real input. */
export const replacedMark = span - 1;
