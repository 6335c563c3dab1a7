import { createCountryNames } from '@hopscope/domain';
import { listEntities } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useOrganizationId } from '../organizations/use-organization-id.ts';
import { useEntities } from './use-entities.ts';

/** Returns the index over the whole list, created once per state of the list and loaded on first use. */
export function useEntitySearch({ enabled = true }: { enabled?: boolean } = {}) {
  const { id: organizationId } = useOrganizationId();
  const list = useEntities({ enabled });
  const entities = list.data;
  const index = useQuery({
    // Below the key of the list: reloading the list also replaces the index.
    queryKey: [listEntities.id, organizationId, 'search', list.dataUpdatedAt],
    enabled: enabled && entities !== undefined,
    queryFn: async () => {
      const { createEntitySearch } = await import('./entity-search.ts');
      return createEntitySearch(entities ?? [], createCountryNames());
    },
  });
  return {
    count: entities?.length,
    search: index.data,
    error: list.error ?? index.error,
    refetch: list.refetch,
  };
}
