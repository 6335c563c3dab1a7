import { organizationEndpoints, subscriptionEndpoints } from '@hopscope/contract';
import { useCall } from '../../../lib/api/use-call.ts';

const { listOrganizations, listMembers } = organizationEndpoints;
const changes = [listOrganizations];

export function useUpdateOrganization() {
  return useCall(organizationEndpoints.updateOrganization, { changes });
}

export function useDeleteOrganization() {
  return useCall(organizationEndpoints.deleteOrganization, { changes });
}

export function useLeaveOrganization() {
  return useCall(organizationEndpoints.leaveOrganization, { changes });
}

export function useTransferOwnership() {
  return useCall(organizationEndpoints.transferOwnership, { changes: [listOrganizations, listMembers] });
}

export function useRenewInviteCode() {
  return useCall(organizationEndpoints.renewInviteCode, { changes });
}

export function useChangeRole() {
  return useCall(organizationEndpoints.changeMemberRole, { changes: [listOrganizations, listMembers] });
}

export function useRemoveMember() {
  return useCall(organizationEndpoints.removeMember, {
    changes: [listOrganizations, listMembers, subscriptionEndpoints.getUsage],
  });
}
