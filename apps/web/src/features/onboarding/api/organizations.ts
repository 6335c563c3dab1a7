import { type Organization, invitationEndpoints, organizationEndpoints } from '@hopscope/contract';
import { useCall } from '../../../lib/api/use-call.ts';
import { useServices } from '../../../lib/services.ts';

const changes = [organizationEndpoints.listOrganizations, invitationEndpoints.listOwnInvitations];

function useEntered(): (organization: Organization) => void {
  const { activeOrganization } = useServices();
  return ({ _id }) => activeOrganization.choose(_id);
}

/** Founds an organization and works in it from then on. */
export function useCreateOrganization() {
  const entered = useEntered();
  return useCall(organizationEndpoints.createOrganization, {
    changes,
    onSuccess: ({ data }) => entered(data),
  });
}

/** Joins by invite code and works there from then on. */
export function useJoinOrganization() {
  const entered = useEntered();
  return useCall(organizationEndpoints.joinOrganization, { changes, onSuccess: ({ data }) => entered(data) });
}

/** Accepts the invitation of a mail and works there from then on. */
export function useAcceptInvitation() {
  const entered = useEntered();
  return useCall(invitationEndpoints.acceptInvitation, {
    changes,
    onSuccess: ({ data }) => entered(data.organization),
  });
}
