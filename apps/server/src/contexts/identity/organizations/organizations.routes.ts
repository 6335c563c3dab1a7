import { invitationEndpoints, organizationEndpoints } from '@hopscope/contract';
import type { Context } from '../../../context.ts';
import type { Router } from '../../../http/router.ts';

export function organizationRoutes({ route }: Router, { organizations, members }: Context): void {
  route(organizationEndpoints.listOrganizations, async ({ actor, query }) =>
    organizations.list(actor, query),
  );
  route(organizationEndpoints.createOrganization, async (call) => ({
    data: await organizations.create(call, call.body),
  }));
  route(organizationEndpoints.getOrganization, async (call) => ({ data: await organizations.get(call) }));
  route(organizationEndpoints.updateOrganization, async (call) => ({
    data: await organizations.update(call, call.body),
  }));
  route(organizationEndpoints.deleteOrganization, async (call) => {
    await organizations.remove(call, call.body ?? {});
    return {};
  });
  route(organizationEndpoints.renewInviteCode, async (call) => ({
    data: { inviteCode: await organizations.renewCode(call) },
  }));
  route(organizationEndpoints.transferOwnership, async (call) => ({
    data: await members.transfer(call, call.body),
  }));
  route(organizationEndpoints.leaveOrganization, async (call) => {
    await members.leave(call);
    return {};
  });
  route(organizationEndpoints.joinOrganization, async (call) => ({
    data: await members.join(call, call.body.code),
  }));
  route(organizationEndpoints.listMembers, async ({ member, query }) => members.list(member, query));
  route(organizationEndpoints.changeMemberRole, async (call) => ({
    data: await members.changeRole(call, call.params.memberId, call.body.role),
  }));
  route(organizationEndpoints.removeMember, async (call) => {
    await members.remove(call, call.params.memberId);
    return {};
  });
}

export function invitationRoutes({ route }: Router, { invitations, invitationAnswers }: Context): void {
  route(invitationEndpoints.inviteMembers, async (call) => ({
    data: await invitations.invite(call, call.body.emails, call.body.role),
  }));
  route(invitationEndpoints.listInvitations, async ({ member, query }) => invitations.list(member, query));
  route(invitationEndpoints.resendInvitation, async (call) => ({
    data: await invitations.resend(call, call.params.invId),
  }));
  route(invitationEndpoints.revokeInvitation, async (call) => {
    await invitations.revoke(call, call.params.invId);
    return {};
  });
  route(invitationEndpoints.listOwnInvitations, async ({ actor, query }) =>
    invitationAnswers.listOwn(actor, query),
  );
  route(invitationEndpoints.respondInvitation, async (call) => {
    const ids = { organizationId: call.params.id, invitationId: call.params.invId };
    return { data: { organization: await invitationAnswers.respond(call, ids, call.body.action) } };
  });
  route(invitationEndpoints.lookUpInvitation, async ({ body }) => ({
    data: await invitationAnswers.lookUp(body.token),
  }));
  route(invitationEndpoints.acceptInvitation, async (call) => ({
    data: { organization: await invitationAnswers.acceptByToken(call, call.body.token) },
  }));
}
