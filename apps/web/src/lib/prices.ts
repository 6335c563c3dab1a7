import { type Price, priceEndpoints, priceFreshSeconds } from '@hopscope/contract';
import { utcDay } from '@hopscope/domain';
import { useQuery } from '@tanstack/react-query';
import { useServices } from './services.ts';

const { getCryptoPrices, getPriceHistory } = priceEndpoints;

/** Reads the current price of a coin; undefined while loading or if unknown. Refetched every five minutes. */
export function usePrice(symbol: string): Price | undefined {
  const { api } = useServices();
  const { data } = useQuery({
    queryKey: [getCryptoPrices.id],
    staleTime: priceFreshSeconds * 1000,
    refetchInterval: priceFreshSeconds * 1000,
    queryFn: async ({ signal }) => (await api(getCryptoPrices, {}, { signal })).data,
  });
  return data && Object.hasOwn(data, symbol) ? data[symbol] : undefined;
}

/** Reads the price of a coin on the UTC day of a Unix time in seconds; null if unknown, undefined while loading. */
export function usePriceOf(symbol: string, seconds: number) {
  const { api } = useServices();
  const day = utcDay(seconds * 1000);
  const { data } = useQuery({
    queryKey: [getPriceHistory.id, symbol, day],
    staleTime: priceFreshSeconds * 1000,
    queryFn: async ({ signal }) => {
      const answer = await api(getPriceHistory, { query: { symbol, from: day, to: day } }, { signal });
      return answer.data[0] ?? null;
    },
  });
  return data;
}
