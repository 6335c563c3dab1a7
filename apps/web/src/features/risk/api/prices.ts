import { type Price, priceEndpoints, priceFreshSeconds } from '@hopscope/contract';
import { utcDay } from '@hopscope/domain';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

const { getCryptoPrices, getPriceHistory } = priceEndpoints;

/** What a coin is worth now; undefined while or where nobody knows. Renewed every five minutes. */
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

/** What a coin was worth on the day of a moment (seconds since 1970, UTC): null where nobody knows, undefined meanwhile. */
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
