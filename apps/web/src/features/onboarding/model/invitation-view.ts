import type { CallOutput, invitationEndpoints } from '@hopscope/contract';

/** What the token of an invitation mail tells. */
export type InvitationView = CallOutput<typeof invitationEndpoints.lookUpInvitation>['data'];
