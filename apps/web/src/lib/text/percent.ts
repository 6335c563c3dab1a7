/** Formats hundredths of a percent: 2542 is `25.42%`. */
export function percentText(hundredths: number): string {
  const digits = String(hundredths).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}%`;
}

/** Formats a part of a total: `less than 0.01%` for parts that would be shown as nothing. */
export function shareText(part: bigint, total: bigint): string {
  const hundredths = total === 0n ? 0 : Number((part * 10_000n) / total);
  return part > 0n && hundredths === 0 ? 'less than 0.01%' : percentText(hundredths);
}
