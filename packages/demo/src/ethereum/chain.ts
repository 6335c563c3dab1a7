import { toHex } from '@hopscope/chain';

/** Chain id of the demo network: the letters "demo" as a number. No public network has it. */
export const demoChainId = 0x64_65_6d_6fn;

/** One ether in wei, one gwei in wei. */
export const ether = 1_000_000_000_000_000_000n;
export const gwei = 1_000_000_000n;

/** `0x` and a number without zeros in front, as JSON-RPC writes quantities. */
export function quantity(value: bigint | number): string {
  return `0x${value.toString(16)}`;
}

/** `0x` and bytes, as JSON-RPC writes data. */
export function prefixed(bytes: Uint8Array): string {
  return `0x${toHex(bytes)}`;
}

/** Wei of a whole number of thousandths of an ether. */
export function milliether(count: number): bigint {
  return (ether / 1000n) * BigInt(count);
}
