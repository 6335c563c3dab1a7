import { type AddressSummary, type EthereumAddressSummary } from '@hopscope/contract';
import { chains, fixedDecimal, valueInCents } from '@hopscope/domain';

/** Totals of an address as the ledgers know them: what they are worth is added to the answer. */
export type AddressTotals = Omit<AddressSummary, 'usdValue'>;
export type EthereumAddressTotals = Omit<EthereumAddressSummary, 'usdValue'>;

/** The newest price of a coin in millionths of a dollar; null: not known. */
export type PriceNow = (symbol: string) => Promise<{ micros: bigint } | null>;

/** Adds what the balance is worth now in US dollars with two decimals; null where balance or price are not known. */
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
