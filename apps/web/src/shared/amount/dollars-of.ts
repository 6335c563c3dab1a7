import { type Coin, fixedDecimal, valueInCents } from '@hopscope/domain';

/** Returns the value of an amount in a coin's smallest unit, in dollars with two decimals: `391362.40`. */
export function dollarsOf(amount: bigint, { decimals }: Coin, priceMicros: bigint): string {
  return fixedDecimal(valueInCents(amount, decimals, priceMicros), 2);
}
