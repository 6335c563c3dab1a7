/** Formats a part in percent of a whole, both decimal integers, with one decimal, rounded down: `51.2`; `0.0` if the whole is 0. */
export function shareText(part: string, total: string): string {
  const all = BigInt(total);
  const tenths = all === 0n ? 0n : (BigInt(part) * 1000n) / all;
  return `${tenths / 10n}.${tenths % 10n}`;
}
