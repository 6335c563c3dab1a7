import { apiKeyEndpoints } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../../lib/api/use-call.ts';
import { useServices } from '../../../lib/services.ts';

const { changeApiKey, createApiKey, getApiUsage, listApiKeys, revokeApiKey, rotateApiKey } = apiKeyEndpoints;
const changes = [listApiKeys, getApiUsage];

export function useApiKeys(organizationId: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [listApiKeys.id, organizationId],
    queryFn: async ({ signal }) =>
      (await api(listApiKeys, { params: { id: organizationId } }, { signal })).data,
  });
}

/** Calls of the last days by day and key. */
export function useApiUsage(organizationId: string, days: number) {
  const { api } = useServices();
  return useQuery({
    queryKey: [getApiUsage.id, organizationId, days],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api(getApiUsage, { params: { id: organizationId }, query: { days } }, { signal })).data,
  });
}

export const useCreateApiKey = () => useCall(createApiKey, { changes });
export const useChangeApiKey = () => useCall(changeApiKey, { changes });
export const useRotateApiKey = () => useCall(rotateApiKey, { changes });
export const useRevokeApiKey = () => useCall(revokeApiKey, { changes });
