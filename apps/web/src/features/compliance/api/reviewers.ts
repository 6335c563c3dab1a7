import { type OrganizationMember, organizationEndpoints } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

const { listMembers } = organizationEndpoints;
/** Maximum page size of the call. */
const limit = 200;

/** Reads members of the organization, admins first; includes pending ones. */
export function useReviewers(organizationId: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [listMembers.id, organizationId, 'reviewers'],
    queryFn: async ({ signal }): Promise<readonly OrganizationMember[]> =>
      (await api(listMembers, { params: { id: organizationId }, query: { limit } }, { signal })).data,
  });
}
