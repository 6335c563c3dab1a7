import { provisioningEndpoints } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../../lib/api/use-call.ts';
import { useServices } from '../../../lib/services.ts';

const { listProvisioning, setProvisioning, removeProvisioning } = provisioningEndpoints;

/** Reads the organizations whose members an identity provider manages. */
export function useProvisioning() {
  const { api } = useServices();
  return useQuery({
    queryKey: [listProvisioning.id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api(listProvisioning, {}, { signal })).data,
  });
}

export function useSetProvisioning() {
  return useCall(setProvisioning, { changes: [listProvisioning] });
}

export function useRemoveProvisioning() {
  return useCall(removeProvisioning, { changes: [listProvisioning] });
}
