import { texts } from '@hopscope/contract';
import { useNavigate, Link } from '@tanstack/react-router';
import { toApiError } from '../../../lib/api/api-error.ts';
import { useSessionState, useUser } from '../../../lib/services.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { HopLoader } from '../../../ui/feedback/HopLoader.tsx';
import { Stage } from '../../../ui/layout/Stage.tsx';
import { useInvitation } from '../api/invitation.ts';
import { useStage } from '../model/stage.ts';
import { PrimaryLink, PrimaryButton } from '../../../ui/button/PrimaryButton.tsx';
import { ScreenTitle } from '../../../ui/layout/PlainScreen.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import type { InvitationView } from '../model/invitation-view.ts';
import { CircleAlert } from 'lucide-react';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { useLogOut } from '../../../lib/session/use-log-out.ts';
import { LinkButton } from '../../../ui/button/LinkButton.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { TextButton } from '../../../ui/button/TextButton.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useAcceptInvitation } from '../api/organizations.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { RoleTag } from '../../../shared/organization/RoleTag.tsx';

/** Inviter, organization, role, and expiry. */
function InvitationFacts({ invitation }: { invitation: InvitationView }) {
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

/** Invitation of a signed-in person. */
function AcceptInvitation({
  token,
  name,
  invitation,
}: {
  token: string;
  name: string;
  invitation: InvitationView;
}) {
  const toast = useToast();
  const navigate = useNavigate();
  const { email } = useUser();
  const accept = useAcceptInvitation();
  const logOut = useLogOut();

  function submit() {
    if (accept.isPending || accept.isSuccess) return;
    accept.mutate(
      { body: { token } },
      {
        onSuccess() {
          toast.success(texts.organizationJoined);
          void navigate({ to: '/home/block-explorer', replace: true });
        },
      },
    );
  }

  return (
    <>
      <ScreenTitle title={`Welcome to ${name}`}>
        You have been invited to collaborate on Hopscope.
      </ScreenTitle>
      <InvitationFacts invitation={invitation} />
      <FormStack label="Accept invitation" onSubmit={submit}>
        {accept.isError && (
          <Notice kind="error" icon={<CircleAlert size={16} strokeWidth={1.6} aria-hidden="true" />}>
            {failureMessage(accept.error, texts.invitationInvalid)}
          </Notice>
        )}
        <PrimaryButton loading={accept.isPending || accept.isSuccess}>{`Join ${name}`}</PrimaryButton>
      </FormStack>
      <Text tone={2} size={13}>
        Signed in as {email}. <TextButton onClick={() => logOut.mutate()}>Use another account</TextButton>
      </Text>
      <div>
        <LinkButton to="/home/block-explorer">Not now</LinkButton>
      </div>
    </>
  );
}

/** Invitation without a session: the person registers or signs in, and returns here. */
function InvitedVisitor({
  token,
  name,
  invitation,
}: {
  token: string;
  name: string;
  invitation: InvitationView;
}) {
  const from = `/onboarding?${new URLSearchParams({ token, org: name })}`;
  return (
    <>
      <ScreenTitle title={`Welcome to ${name}`}>
        You have been invited to collaborate on Hopscope.
      </ScreenTitle>
      <InvitationFacts invitation={invitation} />
      <PrimaryLink to="/register" search={{ from, invitation: token }}>
        Register
      </PrimaryLink>
      <Text tone={2} size={13}>
        Already registered?{' '}
        <Link to="/login" search={{ from }}>
          Log in
        </Link>
      </Text>
    </>
  );
}

function InvalidInvitation() {
  const navigate = useNavigate();
  const startFresh = () => void navigate({ to: '/onboarding', search: {}, replace: true });
  return (
    <div role="alert">
      <EmptyState
        path="cut"
        title={texts.invitationInvalidTitle}
        actions={
          <Button kind="primary" onClick={startFresh}>
            Start Fresh
          </Button>
        }
      >
        <p>{texts.invitationInvalid}</p>
        <p>Ask for a new invitation, or create or join an organization.</p>
      </EmptyState>
    </div>
  );
}

/** Target of the link in an invitation mail; `org` is the name in the link, shown until the server has answered. */
export function InvitationStep({ token, org }: { token: string; org: string | undefined }) {
  const { phase } = useStage('invitation');
  const { status } = useSessionState();
  const { data, error, refetch } = useInvitation(token);
  const name = data?.organizationName ?? (org || 'the organization');

  if (error && toApiError(error).status >= 400 && toApiError(error).status < 500) {
    return <InvalidInvitation />;
  }
  if (error) {
    return (
      <ErrorState
        title="The invitation could not be checked"
        message={toApiError(error).message}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <Stage phase={phase}>
      {!data ? (
        <HopLoader text={`Opening the invitation of ${name}...`} />
      ) : status === 'signed-out' ? (
        <InvitedVisitor token={token} name={name} invitation={data} />
      ) : (
        <AcceptInvitation token={token} name={name} invitation={data} />
      )}
    </Stage>
  );
}
