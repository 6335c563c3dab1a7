import { type Blockchain } from '@hopscope/contract';
import { type Coin, fixedDecimal, valueInCents } from '@hopscope/domain';

/** The chain of an address: those of Ethereum begin with 0x, those of Bitcoin never do. */
export function chainOf(address: string): Blockchain {
  return /^0x/i.test(address) ? 'ethereum' : 'bitcoin';
}

/** Dollars with two decimals that an amount of a coin's smallest unit is worth, as decimal text: `391362.40`. */
export function dollarsOf(amount: bigint, { decimals }: Coin, priceMicros: bigint): string {
  return fixedDecimal(valueInCents(amount, decimals, priceMicros), 2);
}
