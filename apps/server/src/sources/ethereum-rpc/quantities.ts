/** Parses a number in the format of nodes (`0x1b4`), at most 2^53; returns undefined for anything else. */
export function smallQuantity(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,14}$/i.test(value)) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : undefined;
}

export function toQuantity(value: number): string {
  return `0x${value.toString(16)}`;
}
