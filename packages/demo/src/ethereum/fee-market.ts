import { gwei } from './chain.ts';

/** Data of the parent that the next block requires. */
export interface FeeParent {
  readonly baseFee: bigint;
  readonly gasUsed: bigint;
  readonly gasLimit: bigint;
}

/** Returns the base fee of the block after `parent` (EIP-1559). */
export function nextBaseFee({ baseFee, gasUsed, gasLimit }: FeeParent): bigint {
  const target = gasLimit / 2n;
  if (gasUsed === target) return baseFee;
  if (gasUsed > target) {
    const rise = (baseFee * (gasUsed - target)) / target / 8n;
    return baseFee + (rise > 0n ? rise : 1n);
  }
  return baseFee - (baseFee * (target - gasUsed)) / target / 8n;
}

/** Returns the smoothed average gas per block, the basis of the next gas limit. */
export function nextUsualGas(usual: bigint, gasUsed: bigint): bigint {
  return (usual * 15n + gasUsed) / 16n;
}

const smallestLimit = 120_000n;
const low = gwei / 2n;
const high = 12n * gwei;

/**
 * Returns the gas limit of a block. It follows usage faster than on mainnet, so that prices move at any demo size; it is
 * raised for a pending transaction that needs more.
 */
export function nextGasLimit(usual: bigint, baseFee: bigint, largestUnconfirmed: bigint): bigint {
  const wanted = baseFee < low ? (usual * 5n) / 3n : baseFee > high ? usual * 3n : usual * 2n;
  const even = wanted - (wanted % 1_000n);
  if (even >= largestUnconfirmed && even >= smallestLimit) return even;
  return largestUnconfirmed > smallestLimit ? largestUnconfirmed : smallestLimit;
}

/** Returns the wei per gas that a transaction pays; `tip` is null for types 0 and 1, which pay their gas price. */
export function priceOf(limit: bigint, tip: bigint | null, baseFee: bigint): bigint {
  if (tip === null) return limit;
  const price = baseFee + tip;
  return price < limit ? price : limit;
}
