/**
 * Cuts an amount into whole parts in proportion to weights (not negative) that add up exactly: by halves of the list, of which
 * the first half gets its share rounded down and the second the rest. No part is more than its weight where the amount is not
 * more than all weights, and none shrinks when the amount grows, so that an amount cut in several steps comes to the same.
 * Without any weight the last part has it all.
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
    const whole = sum(from, to);
    const first = whole === 0n ? 0n : (rest * sum(from, middle)) / whole;
    halve(from, middle, first);
    halve(middle, to, rest - first);
  };
  halve(0, weights.length, amount);
  return parts;
}

const million = 1_000_000n;

/**
 * Parts per million of amounts (not negative), by the method of the largest remainder: each is rounded down, and what is
 * missing to 1,000,000 goes to the largest remainders, of equal ones the first. All 0 where the amounts are.
 */
export function partsPerMillion(amounts: readonly bigint[]): number[] {
  return largestRemainder(amounts, million);
}

/** Whole parts of `whole` in proportion to weights (not negative) that add up to it, by the largest remainder. */
export function largestRemainder(weights: readonly bigint[], whole: bigint): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (total === 0n) return weights.map(() => 0);
  const parts = weights.map((weight, place) => ({
    place,
    part: (weight * whole) / total,
    left: (weight * whole) % total,
  }));
  let missing = whole - parts.reduce((sum, { part }) => sum + part, 0n);
  for (const one of parts.toSorted((a, b) =>
    a.left === b.left ? a.place - b.place : a.left < b.left ? 1 : -1,
  )) {
    if (missing === 0n) break;
    one.part += 1n;
    missing -= 1n;
  }
  return parts.map(({ part }) => Number(part));
}
