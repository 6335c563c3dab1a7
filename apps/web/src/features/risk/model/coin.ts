import { type Blockchain } from '@hopscope/contract';
import { type Coin, fixedDecimal, valueInCents } from '@hopscope/domain';

/** Chain of an address: Ethereum's begin with 0x, Bitcoin's never do. */
export function chainOf(address: string): Blockchain {
  return /^0x/i.test(address) ? 'ethereum' : 'bitcoin';
}

/** Value of an amount in a coin's smallest unit, in dollars with two decimals: `391362.40`. */
export function dollarsOf(amount: bigint, { decimals }: Coin, priceMicros: bigint): string {
  return fixedDecimal(valueInCents(amount, decimals, priceMicros), 2);
}
