/** Compares texts by UTF-16 code units, for `sort`; independent of the locale. */
export function byText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Order of amounts, the smallest first, for `sort`. */
export function ascending(a: bigint, b: bigint): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Order of amounts, the largest first, for `sort`. */
export function descending(a: bigint, b: bigint): number {
  return ascending(b, a);
}
