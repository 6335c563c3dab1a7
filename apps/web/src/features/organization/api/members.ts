import { organizationEndpoints } from '@hopscope/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

const { listMembers } = organizationEndpoints;
export const membersPageSize = 50;

/** Reads a page of members and open invitations; keeps the previous page while loading. */
export function useMembers(id: string, page: number, search: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [listMembers.id, id, page, search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api(
        listMembers,
        {
          params: { id },
          query: { page, limit: membersPageSize, ...(search !== '' && { search }) },
        },
        { signal },
      ),
  });
}
