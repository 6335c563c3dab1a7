import { complianceEndpoints } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

const { countComplianceTransactions } = complianceEndpoints;

/** Reads the number of rows of each tab; nothing without an organization. */
export function useScreenerCounts(organizationId: string | undefined) {
  const { api } = useServices();
  return useQuery({
    queryKey: [countComplianceTransactions.id, organizationId],
    staleTime: 0,
    enabled: organizationId !== undefined,
    queryFn: async ({ signal }) =>
      (await api(countComplianceTransactions, {}, { signal, organizationId })).data,
  });
}
