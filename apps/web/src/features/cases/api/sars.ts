import { sarEndpoints } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

const { listSars } = sarEndpoints;

/** Reads suspicious activity reports created from a case. */
export function useSarsOf(organizationId: string, caseId: string) {
  const { api } = useServices();
  const query = { caseId, limit: 20 };
  return useQuery({
    queryKey: [listSars.id, organizationId, query],
    staleTime: 0,
    queryFn: ({ signal }) => api(listSars, { query }, { signal, organizationId }),
  });
}
