import { createCountryNames } from '@hopscope/domain';
import { listEntities } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useOrganizationId } from '../organizations/use-organization-id.ts';
import { useEntities } from './use-entities.ts';

/** The index over the whole list, made once for each state of the list; it is loaded when somebody first needs it. */
export function useEntitySearch({ enabled = true }: { enabled?: boolean } = {}) {
  const { id: organizationId } = useOrganizationId();
  const list = useEntities({ enabled });
  const entities = list.data;
  const index = useQuery({
    // Below the key of the list: whoever asks for that again gets another index too.
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
