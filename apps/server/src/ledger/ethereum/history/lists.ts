/** Number of a list in `eth_list`: 0 and 1 are all movements of an account and the hidden ones, then two for each asset. */
export function listOf(asset: number | undefined, hidden: boolean): number {
  return (asset === undefined ? 0 : 2 + 2 * asset) + (hidden ? 1 : 0);
}
