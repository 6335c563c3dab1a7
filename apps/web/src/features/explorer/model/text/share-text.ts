/** A part in percent of a whole with one decimal, rounded down: `51.2`; `0.0` of nothing. Both are decimal numbers of any size. */
export function shareText(part: string, whole: string): string {
  const all = BigInt(whole);
  const tenths = all === 0n ? 0n : (BigInt(part) * 1000n) / all;
  return `${tenths / 10n}.${tenths % 10n}`;
}
