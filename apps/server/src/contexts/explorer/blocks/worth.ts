import { type AddressSummary, type EthereumAddressSummary } from '@hopscope/contract';
import { chains, fixedDecimal, valueInCents } from '@hopscope/domain';

/** Totals of an address from the ledgers; the answer adds their value in dollars. */
export type AddressTotals = Omit<AddressSummary, 'usdValue'>;
export type EthereumAddressTotals = Omit<EthereumAddressSummary, 'usdValue'>;

/** Returns the newest price of a coin in millionths of a dollar; null if unknown. */
export type PriceNow = (symbol: string) => Promise<{ micros: bigint } | null>;

/** Adds the current value of the balance in US dollars with two decimals; null if balance or price are unknown. */
export function createWorth(priceNow: PriceNow) {
  return async <T extends AddressTotals | EthereumAddressTotals>(
    totals: T,
  ): Promise<T & { usdValue: string | null }> => {
    const { symbol, decimals } = chains[totals.blockchain].coin;
    const price = totals.balance === null ? null : await priceNow(symbol);
    if (price === null || totals.balance === null) return { ...totals, usdValue: null };
    const cents = valueInCents(BigInt(totals.balance), decimals, price.micros);
    return { ...totals, usdValue: fixedDecimal(cents, 2) };
  };
}
