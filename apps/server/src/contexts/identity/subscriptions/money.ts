/** Minor units (cents) as a number of whole units with at most two decimals. All plan currencies have two decimals. */
export function toUnits(minor: bigint): number {
  return Number(minor) / 100;
}

/** A checked amount with at most two decimals in minor units. */
export function toMinor(amount: number): bigint {
  return BigInt(Math.round(amount * 100));
}
