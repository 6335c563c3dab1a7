import { listAddressCounterparties } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';
import { dashboardKey } from './dashboard-key.ts';

/** top 5 counterparties per direction. */
export const counterpartiesShown = 5;

/** Reads the top counterparties of an address in the native coin, by amount or number of transactions. */
export function useTopCounterparties(addr: string, direction: 'in' | 'out', sort: 'amount' | 'transactions') {
  const { api } = useServices();
  return useQuery({
    queryKey: [dashboardKey, addr, listAddressCounterparties.id, direction, sort],
    queryFn: ({ signal }) =>
      api(
        listAddressCounterparties,
        { params: { addr }, query: { direction, sort, limit: counterpartiesShown } },
        { signal },
      ),
    placeholderData: (previous, query) => (query?.queryKey[1] === addr ? previous : undefined),
  });
}
