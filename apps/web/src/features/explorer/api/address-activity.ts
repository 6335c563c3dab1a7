import { getAddressActivity, getAddressActivityDay, getAddressBalanceHistory } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

/** Reads transactions of an address by day in a year, by default the year with the most. Keeps the previous data while loading. */
export function useAddressActivity(addr: string, year: number | undefined) {
  const { api } = useServices();
  return useQuery({
    queryKey: [getAddressActivity.id, addr, year],
    queryFn: ({ signal }) =>
      api(getAddressActivity, { params: { addr }, query: year === undefined ? {} : { year } }, { signal }),
    placeholderData: (previous, query) => (query?.queryKey[1] === addr ? previous : undefined),
  });
}

/** Reads the first transaction of an address on a day; null if there is none. */
export function useFirstOfDay(addr: string, date: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [getAddressActivityDay.id, addr, date],
    queryFn: async ({ signal }) =>
      (await api(getAddressActivityDay, { params: { addr, date } }, { signal })).data.first_txid,
  });
}

/** Reads what an address received and spent each day, and its balance after each transaction or day: native coin, or the token with contract `asset`. */
export function useBalanceHistory(addr: string, asset: string | undefined) {
  const { api } = useServices();
  return useQuery({
    queryKey: [getAddressBalanceHistory.id, addr, asset],
    queryFn: ({ signal }) =>
      api(
        getAddressBalanceHistory,
        { params: { addr }, query: { steps: 'true', ...(asset !== undefined && { asset }) } },
        { signal },
      ),
  });
}
