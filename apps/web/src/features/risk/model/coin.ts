import { type Blockchain, valueInCents } from '@hopscope/contract';

/** What amounts are counted in: symbol and decimals of the smallest unit. */
export interface Coin {
  readonly symbol: string;
  readonly decimals: number;
}

export const coins: Readonly<Record<Blockchain, Coin>> = {
  bitcoin: { symbol: 'BTC', decimals: 8 },
  ethereum: { symbol: 'ETH', decimals: 18 },
};

/** The chain of an address: those of Ethereum begin with 0x, those of Bitcoin never do. */
export function chainOf(address: string): Blockchain {
  return /^0x/i.test(address) ? 'ethereum' : 'bitcoin';
}

/** Dollars with two decimals that an amount of a coin's smallest unit is worth, as decimal text: `391362.40`. */
export function dollarsOf(amount: bigint, { decimals }: Coin, priceMicros: bigint): string {
  const cents = valueInCents(amount, decimals, priceMicros);
  const size = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${size.slice(0, -2)}.${size.slice(-2)}`;
}
