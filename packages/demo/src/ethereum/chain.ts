import { toHex } from '@hopscope/chain';

/** One ether in wei, one gwei in wei. */
export const ether = 1_000_000_000_000_000_000n;
export const gwei = 1_000_000_000n;

/** Returns `0x` and a number without leading zeros: a quantity in JSON-RPC. */
export function quantity(value: bigint | number): string {
  return `0x${value.toString(16)}`;
}

/** Returns `0x` and bytes: data in JSON-RPC. */
export function prefixed(bytes: Uint8Array): string {
  return `0x${toHex(bytes)}`;
}

/** Returns the wei of a whole number of thousandths of an ether. */
export function milliether(count: number): bigint {
  return (ether / 1000n) * BigInt(count);
}
