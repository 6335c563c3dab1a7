import { demoChainId } from '@hopscope/chain';

/** Names of public chains by their ID (chainid.network), if Hopscope knows their rules. */
const names: ReadonlyMap<bigint, string> = new Map([
  [1n, 'mainnet'],
  [11_155_111n, 'sepolia'],
  [17_000n, 'holesky'],
  [560_048n, 'hoodi'],
  // Its blocks also exist as files; they must never count as real ones.
  [demoChainId, 'demo'],
]);

/** Returns the stored name of a chain. */
export function networkOf(chainId: bigint): string {
  return names.get(chainId) ?? `chain ${chainId}`;
}
