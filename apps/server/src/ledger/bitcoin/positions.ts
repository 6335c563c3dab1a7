import { span } from '../shared/positions.ts';

export { heightOf, indexOf, positionOf } from '../shared/positions.ts';

/** Bits of an index in a point: a block of 4,000,000 weight units holds transactions with fewer than 2^17 inputs or outputs. */
export const pointBits = 17;
const spanBig = 2n ** BigInt(pointBits);

/** Returns the number of an output (outpoint) or input (inpoint): position · 2^17 + its index. */
export function pointOf(position: number, index: number): bigint {
  return BigInt(position) * spanBig + BigInt(index);
}

export function positionOfPoint(point: bigint): number {
  return Number(point / spanBig);
}

export function indexOfPoint(point: bigint): number {
  return Number(point % spanBig);
}

/** Input number that means "replaced by a coinbase with the same txid" (BIP30); never a real input. */
export const replacedMark = span - 1;
