import { invitationEndpoints, organizationEndpoints } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../../lib/api/use-call.ts';
import { useServices } from '../../../lib/services.ts';

const { listOwnInvitations, respondInvitation } = invitationEndpoints;
const limit = 200;

/** Reads open invitations for the verified email address of the signed-in person. */
export function useOwnInvitations() {
  const { api } = useServices();
  return useQuery({
    queryKey: [listOwnInvitations.id],
    queryFn: async ({ signal }) => api(listOwnInvitations, { query: { limit } }, { signal }),
  });
}

/** Accepts or rejects an invitation; an accepted organization appears in the list of organizations. */
export function useRespondInvitation() {
  return useCall(respondInvitation, {
    changes: [listOwnInvitations, organizationEndpoints.listOrganizations],
  });
}
