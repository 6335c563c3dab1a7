/**
 * Cuts an amount into whole parts in proportion to weights (not negative): each is the whole number below its cumulated share
 * less the one before, so that they add up exactly, and none is more than its weight where the amount is not more than all
 * weights. Without any weight the last part has it all.
 */
export function shareOut(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  let seen = 0n;
  let given = 0n;
  return weights.map((weight, i) => {
    seen += weight;
    const upTo = whole === 0n ? (i === weights.length - 1 ? amount : 0n) : (amount * seen) / whole;
    const part = upTo - given;
    given = upTo;
    return part;
  });
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
