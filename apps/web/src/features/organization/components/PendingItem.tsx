import {
  type Organization,
  type OrganizationMember,
  canRevokeInvitation,
  invitableRoles,
  texts,
} from '@hopscope/contract';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { fillText } from '../../../lib/text/fill-text.ts';
import { useUser } from '../../../lib/services.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { ListItem } from '../../../ui/display/List.tsx';
import { RoleTag } from '../../../shared/organization/RoleTag.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useResendInvitation, useRevokeInvitation } from '../api/invitations.ts';

/** An invited person who hasn't answered: shows only the email address, no account. */
export function PendingItem({
  organization,
  member,
}: {
  organization: Organization;
  member: OrganizationMember;
}) {
  const toast = useToast();
  const user = useUser();
  const [revoking, setRevoking] = useState(false);
  const resend = useResendInvitation();
  const revoke = useRevokeInvitation();
  const params = { id: organization._id, invId: member._id };
  const invitation = { role: member.role, invitedBy: member.invitedBy ?? '' };
  const revocable = canRevokeInvitation({ userId: user._id, role: organization.role }, invitation);

  function sendAgain() {
    resend.mutate(
      { params },
      {
        onSuccess: () => toast.success(fillText(texts.invitationSent, { email: member.email })),
        onError: (thrown) => toast.error(failureMessage(thrown, texts.invitationFailed)),
      },
    );
  }

  function confirmRevocation() {
    revoke.mutate(
      { params },
      {
        onSuccess() {
          setRevoking(false);
          toast.success(texts.invitationRevoked);
        },
      },
    );
  }

  const refusal = revoke.isError
    ? fillText(texts.invitationRevokeFailed, { message: failureMessage(revoke.error, 'Please try again.') })
    : undefined;
  return (
    <>
      <ListItem
        icon={<Mail size={18} strokeWidth={1.6} aria-hidden="true" />}
        title={
          <>
            {member.email}
            <Tag dashed>Pending</Tag>
          </>
        }
        text="Invitation pending"
        actions={
          <>
            <RoleTag role={member.role} />
            {invitableRoles(organization.role).includes(member.role) && (
              <Button
                size="small"
                loading={resend.isPending}
                label={`Resend invitation to ${member.email}`}
                onClick={sendAgain}
              >
                Resend
              </Button>
            )}
            {revocable && (
              <Button
                size="small"
                label={`Revoke invitation to ${member.email}`}
                onClick={() => setRevoking(true)}
              >
                Revoke
              </Button>
            )}
          </>
        }
      />
      <ConfirmDialog
        title="Revoke invitation?"
        open={revoking}
        confirmText="Revoke"
        danger
        busy={revoke.isPending}
        failure={refusal}
        onConfirm={confirmRevocation}
        onClose={() => {
          setRevoking(false);
          revoke.reset();
        }}
      >
        The invitation link sent to {member.email} stops working.
      </ConfirmDialog>
    </>
  );
}
