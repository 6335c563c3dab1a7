/** Returns the ratio of a part to a whole between 0 and 1, for drawing; 0 if the whole is 0. */
export function partOf(part: bigint, total: bigint): number {
  return total === 0n ? 0 : Number((part * 10_000n) / total) / 10_000;
}
