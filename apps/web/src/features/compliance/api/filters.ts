import { complianceFilterEndpoints } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../../lib/api/use-call.ts';
import { useServices } from '../../../lib/services.ts';

const { changeComplianceFilter, deleteComplianceFilter, listComplianceFilters, saveComplianceFilter } =
  complianceFilterEndpoints;
const changes = [listComplianceFilters];

/** Reads the person's saved filters and those shared in the organization. */
export function useSavedFilters(organizationId: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [listComplianceFilters.id, organizationId],
    staleTime: 60_000,
    queryFn: async ({ signal }) => (await api(listComplianceFilters, {}, { signal, organizationId })).data,
  });
}

export const useSaveFilter = (organizationId: string) =>
  useCall(saveComplianceFilter, { organizationId, changes });
export const useChangeFilter = (organizationId: string) =>
  useCall(changeComplianceFilter, { organizationId, changes });
export const useDeleteFilter = (organizationId: string) =>
  useCall(deleteComplianceFilter, { organizationId, changes });
