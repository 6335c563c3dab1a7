import { type OrganizationMember, organizationEndpoints } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

const { listMembers } = organizationEndpoints;
/** Largest page of the call. */
const limit = 200;

/** Members of the organization, admins first; pending ones are among them. */
export function useReviewers(organizationId: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [listMembers.id, organizationId, 'reviewers'],
    queryFn: async ({ signal }): Promise<readonly OrganizationMember[]> =>
      (await api(listMembers, { params: { id: organizationId }, query: { limit } }, { signal })).data,
  });
}
