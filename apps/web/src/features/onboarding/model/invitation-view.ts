import type { CallOutput, invitationEndpoints } from '@hopscope/contract';

/** The invitation of a mailed token. */
export type InvitationView = CallOutput<typeof invitationEndpoints.lookUpInvitation>['data'];
