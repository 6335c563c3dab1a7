import { useFormats } from '../../../lib/people/formats-context.tsx';
import { DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { RoleTag } from '../../../shared/organization/RoleTag.tsx';
import type { InvitationView } from '../model/invitation-view.ts';

/** Who invited whom, as what, until when. */
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
