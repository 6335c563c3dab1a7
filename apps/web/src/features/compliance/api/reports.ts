import { sarEndpoints } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

const { listSars } = sarEndpoints;

/** Reads reports of the organization about a transaction, except withdrawn ones. */
export function useReportsOn(organizationId: string, transactionId: string) {
  const { api } = useServices();
  const query = { transactionId, limit: 100 };
  return useQuery({
    queryKey: [listSars.id, organizationId, query],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const { data } = await api(listSars, { query }, { signal, organizationId });
      return data.filter(({ status }) => status !== 'WITHDRAWN');
    },
  });
}
