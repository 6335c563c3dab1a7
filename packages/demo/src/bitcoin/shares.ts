import type { Coin, Shares } from './wallet.ts';

/** Shares smaller than an output divided by this are dropped. */
const smallestShare = 1_000n;

/** Adds up the flows in the inputs of a transaction. */
export function gatherShares(inputs: readonly Coin[]): Map<number, bigint> | undefined {
  let sums: Map<number, bigint> | undefined;
  for (const { shares } of inputs) {
    if (!shares) continue;
    sums ??= new Map();
    for (const [flow, sats] of shares) sums.set(flow, (sums.get(flow) ?? 0n) + sats);
  }
  return sums;
}

/**
 * Splits flows over outputs in proportion to their amounts (haircut). The fee's part is lost; each share is rounded down
 * and the remainders go to the largest output, so that shares plus the fee's part equal the input. Shares below a
 * thousandth of an output are dropped: they are insignificant, and keeping them would mark every coin.
 */
export function splitShares(
  sums: ReadonlyMap<number, bigint>,
  inputTotal: bigint,
  values: readonly bigint[],
): (Shares | undefined)[] {
  const shares: Map<number, bigint>[] = values.map(() => new Map());
  let largest = 0;
  values.forEach((value, i) => {
    if (value > (values[largest] ?? 0n)) largest = i;
  });
  const outputTotal = values.reduce((sum, value) => sum + value, 0n);
  // Remainders of several flows together could exceed the largest output.
  let room = values[largest] ?? 0n;
  for (const [flow, sats] of sums) {
    let rest = (sats * outputTotal) / inputTotal;
    values.forEach((value, i) => {
      if (i === largest) return;
      const part = (sats * value) / inputTotal;
      rest -= part;
      if (part * smallestShare >= value && part > 0n) shares[i]?.set(flow, part);
    });
    if (rest > room) rest = room;
    if (rest * smallestShare < (values[largest] ?? 0n) || rest === 0n) continue;
    room -= rest;
    shares[largest]?.set(flow, rest);
  }
  return shares.map((map) => (map.size > 0 ? map : undefined));
}
