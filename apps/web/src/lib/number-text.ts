const grouped = new Intl.NumberFormat('en-US');

/** An integer with thousands separators. */
export function countText(value: number | bigint): string {
  return grouped.format(value);
}

/** A decimal number in text, with thousands separators; other text as it is. */
export function decimalText(text: string): string {
  const [, whole = '', fraction = ''] = /^(\d+)(\.\d+)?$/.exec(text) ?? [];
  return whole === '' ? text : grouped.format(BigInt(whole)) + fraction;
}

/** A count with its noun: `1 input`, `2,310 inputs`. */
export function nounText(count: number, noun: string, plural = `${noun}s`): string {
  return `${countText(count)} ${count === 1 ? noun : plural}`;
}

/** A size in bytes, in kB or MB (powers of ten) from 10,000 on. */
export function sizeText(bytes: number): string {
  if (bytes < 10_000) return `${countText(bytes)} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(2)} MB`;
}
