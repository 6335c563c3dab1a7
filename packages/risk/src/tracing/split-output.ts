/** Somebody who paid for a transaction: `name` undefined where no address did. */
export interface Payer {
  readonly name: string | undefined;
  /** Smallest units, all inputs of the address together. */
  readonly amount: bigint;
}

/**
 * Returns the payers of a transaction, each address once, in the order of their first inputs. Undefined if an amount is
 * unknown.
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
 * Splits an output over the payers in proportion to their inputs, in whole units that add up exactly: each part is rounded
 * down, and the missing units go to the largest remainders, the first payer if equal (largest remainder method, Hamilton).
 * Excludes the fee. All parts are 0 if nobody paid anything.
 */
export function splitOutput(output: bigint, payers: readonly Payer[]): bigint[] {
  const paid = payers.reduce((sum, { amount }) => sum + amount, 0n);
  if (paid === 0n) return payers.map(() => 0n);
  if (payers.length === 1) return [output];
  let missing = output;
  const order: { readonly place: number; readonly left: bigint }[] = [];
  const parts = payers.map(({ amount }, place) => {
    const product = output * amount;
    const part = product / paid;
    missing -= part;
    order.push({ place, left: product - part * paid });
    return part;
  });
  if (missing === 0n) return parts;
  order.sort((a, b) => (a.left === b.left ? a.place - b.place : a.left < b.left ? 1 : -1));
  for (const { place } of order) {
    if (missing === 0n) break;
    parts[place] = (parts[place] ?? 0n) + 1n;
    missing -= 1n;
  }
  return parts;
}
