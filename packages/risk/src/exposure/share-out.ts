/**
 * Divides an amount by nonnegative weights into whole parts that add up exactly: splits the list in halves, rounds the share
 * of the first half down, and gives the rest to the second. No part exceeds its weight if the amount doesn't exceed the sum
 * of weights, and no part shrinks if the amount grows, so that dividing in steps gives the same result. Without any weight,
 * the last part gets everything.
 */
export function shareOut(amount: bigint, weights: readonly bigint[]): bigint[] {
  const upTo: bigint[] = [0n];
  for (const weight of weights) upTo.push((upTo.at(-1) ?? 0n) + weight);
  const sum = (from: number, to: number): bigint => (upTo[to] ?? 0n) - (upTo[from] ?? 0n);
  const parts: bigint[] = [];
  const halve = (from: number, to: number, rest: bigint): void => {
    if (to - from <= 1) {
      if (to > from) parts.push(rest);
      return;
    }
    const middle = (from + to) >> 1;
    const total = sum(from, to);
    const first = total === 0n ? 0n : (rest * sum(from, middle)) / total;
    halve(from, middle, first);
    halve(middle, to, rest - first);
  };
  halve(0, weights.length, amount);
  return parts;
}

const million = 1_000_000n;

/**
 * Converts nonnegative amounts to parts per million by the largest remainder method: each is rounded down, and the missing
 * parts go to the largest remainders, in order if equal. All 0 if all amounts are 0.
 */
export function partsPerMillion(amounts: readonly bigint[]): number[] {
  return largestRemainder(amounts, million);
}

/** Divides an amount into integer parts in proportion to nonnegative weights, by the largest remainder. */
export function largestRemainder(weights: readonly bigint[], amount: bigint): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (total === 0n) return weights.map(() => 0);
  const parts = weights.map((weight, place) => ({
    place,
    part: (weight * amount) / total,
    left: (weight * amount) % total,
  }));
  let missing = amount - parts.reduce((sum, { part }) => sum + part, 0n);
  for (const one of parts.toSorted((a, b) =>
    a.left === b.left ? a.place - b.place : a.left < b.left ? 1 : -1,
  )) {
    if (missing === 0n) break;
    one.part += 1n;
    missing -= 1n;
  }
  return parts.map(({ part }) => Number(part));
}
