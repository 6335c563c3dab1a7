import { useFormats } from '../../../lib/people/formats-context.tsx';
import { DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { RoleTag } from '../../../shared/organization/RoleTag.tsx';
import type { InvitationView } from '../model/invitation-view.ts';

/** Inviter, organization, role, and expiry. */
export function InvitationFacts({ invitation }: { invitation: InvitationView }) {
  const { dateTime } = useFormats();
  return (
    <DescriptionList
      facts={[
        ['Invited by', invitation.inviterName],
        ['For', invitation.email],
        ['Role', <RoleTag key="role" role={invitation.role} />],
        ['Valid until', dateTime(invitation.expiresAt)],
      ]}
    />
  );
}
