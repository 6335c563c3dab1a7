/** Somebody who paid for a transaction: `name` undefined where no address did. */
export interface Payer {
  readonly name: string | undefined;
  /** Smallest units, all inputs of the address together. */
  readonly amount: bigint;
}

/**
 * Who paid for a transaction, each address once, in the order of its first input. Undefined where an amount is not known:
 * then nobody's share is.
 */
export function payersOf(
  inputs: readonly { readonly name: string | undefined; readonly amount: bigint | undefined }[],
): Payer[] | undefined {
  const sums = new Map<string | undefined, bigint>();
  for (const { name, amount } of inputs) {
    if (amount === undefined) return undefined;
    sums.set(name, (sums.get(name) ?? 0n) + amount);
  }
  return [...sums].map(([name, amount]) => ({ name, amount }));
}

/**
 * An output split over those who paid, in proportion to what they paid, in whole units that add up to it exactly: each is
 * rounded down, and what is missing goes to the largest remainders, of equal ones to the first payer (method of the largest
 * remainder, Hamilton). The fee is in no part: it is drawn nowhere. Where nobody paid anything all parts are 0.
 */
export function splitOutput(output: bigint, payers: readonly Payer[]): bigint[] {
  const paid = payers.reduce((sum, { amount }) => sum + amount, 0n);
  if (paid === 0n) return payers.map(() => 0n);
  if (payers.length === 1) return [output];
  const parts = payers.map(({ amount }) => (output * amount) / paid);
  let missing = output - parts.reduce((sum, part) => sum + part, 0n);
  if (missing === 0n) return parts;
  const order = payers
    .map(({ amount }, place) => ({ place, left: (output * amount) % paid }))
    .toSorted((a, b) => (a.left === b.left ? a.place - b.place : a.left < b.left ? 1 : -1));
  for (const { place } of order) {
    if (missing === 0n) break;
    parts[place] = (parts[place] ?? 0n) + 1n;
    missing -= 1n;
  }
  return parts;
}
