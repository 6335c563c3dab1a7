import { directoryListTimeoutMs, listEntities } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useOrganizationId } from '../organizations/use-organization-id.ts';
import { useServices } from '../services.ts';

/** Reads all entities visible to the organization, once every five minutes. */
export function useEntities({ enabled = true }: { enabled?: boolean } = {}) {
  const { api } = useServices();
  const { ready, id: organizationId } = useOrganizationId();
  return useQuery({
    queryKey: [listEntities.id, organizationId],
    enabled: enabled && ready,
    queryFn: async ({ signal }) =>
      (await api(listEntities, {}, { signal, organizationId, timeoutMs: directoryListTimeoutMs })).data,
  });
}
