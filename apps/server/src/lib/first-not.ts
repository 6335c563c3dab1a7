/**
 * Returns the first of `count` positions at which `matches` is false; it has to be true for all before (binary search).
 */
export async function firstNot(count: number, matches: (place: number) => Promise<boolean>): Promise<number> {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await matches(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
