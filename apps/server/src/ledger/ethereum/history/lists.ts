/**
 * Returns the number of a list in `eth_list`: 0 and 1 are all movements of an account and the hidden ones, followed by two
 * for each asset.
 */
export function listOf(asset: number | undefined, hidden: boolean): number {
  return (asset === undefined ? 0 : 2 + 2 * asset) + (hidden ? 1 : 0);
}
