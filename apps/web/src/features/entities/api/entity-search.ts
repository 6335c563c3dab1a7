import { listEntities } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { createCountryNames } from '../../../lib/country-name.ts';
import { useEntities } from '../../../lib/directory/use-entities.ts';
import { useOrganizationId } from '../../../lib/organizations/use-organization-id.ts';
import { createEntitySearch } from '../model/entity-search.ts';

/** The index over the whole list, made once for each state of the list. */
export function useEntitySearch() {
  const { id: organizationId } = useOrganizationId();
  const list = useEntities();
  const entities = list.data;
  const index = useQuery({
    // Below the key of the list: whoever asks for that again gets another index too.
    queryKey: [listEntities.id, organizationId, 'search', list.dataUpdatedAt],
    enabled: entities !== undefined,
    queryFn: async () => createEntitySearch(entities ?? [], createCountryNames()),
  });
  return {
    count: entities?.length,
    search: index.data,
    error: list.error ?? index.error,
    refetch: list.refetch,
  };
}
