import { demoChainId } from '@hopscope/demo';

/** Names of public chains by their id (chainid.network), as far as Hopscope knows their rules. */
const names: ReadonlyMap<bigint, string> = new Map([
  [1n, 'mainnet'],
  [11_155_111n, 'sepolia'],
  [17_000n, 'holesky'],
  [560_048n, 'hoodi'],
  // Its blocks come as files too; they must never count as real ones.
  [demoChainId, 'demo'],
]);

/** The name that the ledger keeps for a chain. */
export function networkOf(chainId: bigint): string {
  return names.get(chainId) ?? `chain ${chainId}`;
}
