import { type Organization, invitationEndpoints, organizationEndpoints } from '@hopscope/contract';
import { useCall } from '../../../lib/api/use-call.ts';
import { useServices } from '../../../lib/services.ts';

const changes = [organizationEndpoints.listOrganizations, invitationEndpoints.listOwnInvitations];

function useEntered(): (organization: Organization) => void {
  const { activeOrganization } = useServices();
  return ({ _id }) => activeOrganization.choose(_id);
}

/** Creates an organization and makes it the active one. */
export function useCreateOrganization() {
  const entered = useEntered();
  return useCall(organizationEndpoints.createOrganization, {
    changes,
    onSuccess: ({ data }) => entered(data),
  });
}

/** Joins an organization by invite code and makes it the active one. */
export function useJoinOrganization() {
  const entered = useEntered();
  return useCall(organizationEndpoints.joinOrganization, { changes, onSuccess: ({ data }) => entered(data) });
}

/** Accepts a mailed invitation and makes its organization the active one. */
export function useAcceptInvitation() {
  const entered = useEntered();
  return useCall(invitationEndpoints.acceptInvitation, {
    changes,
    onSuccess: ({ data }) => entered(data.organization),
  });
}
