/** A part of a whole between 0 and 1, for drawing; 0 of nothing. */
export function partOf(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * 10_000n) / whole) / 10_000;
}
