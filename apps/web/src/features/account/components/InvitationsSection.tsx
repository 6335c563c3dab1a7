import { type Invitation, texts } from '@hopscope/contract';
import { Building2 } from 'lucide-react';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { fillText } from '../../../lib/text/fill-text.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { LinkButton } from '../../../ui/button/LinkButton.tsx';
import { List, ListItem } from '../../../ui/display/List.tsx';
import { LoadedCard } from '../../../ui/layout/LoadedCard.tsx';
import { RoleTag } from '../../../shared/organization/RoleTag.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useOwnInvitations, useRespondInvitation } from '../api/invitations.ts';

function InvitationItem({ invitation }: { invitation: Invitation }) {
  const toast = useToast();
  const { date } = useFormats();
  const respond = useRespondInvitation();
  const chosen = respond.isPending ? respond.variables.body.action : undefined;

  function answer(action: 'accept' | 'reject') {
    respond.mutate(
      { params: { id: invitation.organizationId, invId: invitation.id }, body: { action } },
      {
        onSuccess: () =>
          toast.success(action === 'accept' ? texts.invitationAccepted : texts.invitationRejected),
        onError: (thrown) =>
          toast.error(failureMessage(thrown, fillText(texts.invitationAnswerFailed, { action }))),
      },
    );
  }

  return (
    <ListItem
      icon={<Building2 size={18} strokeWidth={1.6} aria-hidden="true" />}
      title={
        <>
          {invitation.organizationName}
          <RoleTag role={invitation.role} />
        </>
      }
      text={`Invited by ${invitation.inviterName}, valid until ${date(invitation.expiresAt)}`}
      actions={
        <>
          <Button
            loading={chosen === 'reject'}
            disabled={respond.isPending}
            label={`Reject invitation from ${invitation.organizationName}`}
            onClick={() => answer('reject')}
          >
            Reject
          </Button>
          <Button
            loading={chosen === 'accept'}
            disabled={respond.isPending}
            label={`Accept invitation from ${invitation.organizationName}`}
            onClick={() => answer('accept')}
          >
            Accept
          </Button>
        </>
      }
    />
  );
}

/** Open invitations. */
export function InvitationsSection() {
  const query = useOwnInvitations();
  return (
    <LoadedCard title="Pending Invitations" query={query} failure="Failed to load invitations" skeleton={3}>
      {({ data, emailVerified }) =>
        data.length > 0 ? (
          <List label="Pending Invitations">
            {data.map((invitation) => (
              <InvitationItem key={invitation.id} invitation={invitation} />
            ))}
          </List>
        ) : emailVerified ? (
          <EmptyState
            title="No pending invitations"
            actions={
              <LinkButton to="/onboarding" search={{}}>
                Create or join an organization
              </LinkButton>
            }
          >
            Invitations to your email address appear here. With an invite code, you can join immediately.
          </EmptyState>
        ) : (
          <EmptyState path="outside" title="Verify your email first">
            Invitations appear after you verify your email address. Use the link in your registration email.
          </EmptyState>
        )
      }
    </LoadedCard>
  );
}
