import { invitationEndpoints, organizationEndpoints } from '@hopscope/contract';
import { useCall } from '../../../lib/api/use-call.ts';

const changes = [organizationEndpoints.listMembers];

export function useInviteMembers() {
  return useCall(invitationEndpoints.inviteMembers, { changes });
}

export function useResendInvitation() {
  return useCall(invitationEndpoints.resendInvitation, { changes });
}

export function useRevokeInvitation() {
  return useCall(invitationEndpoints.revokeInvitation, { changes });
}
