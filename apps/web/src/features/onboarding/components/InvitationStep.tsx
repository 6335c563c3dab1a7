import { texts } from '@hopscope/contract';
import { useNavigate } from '@tanstack/react-router';
import { toApiError } from '../../../lib/api/api-error.ts';
import { useSessionState } from '../../../lib/services.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { HopLoader } from '../../../ui/feedback/HopLoader.tsx';
import { Stage } from '../../../ui/layout/Stage.tsx';
import { useInvitation } from '../api/invitation.ts';
import { useStage } from '../model/stage.ts';
import { AcceptInvitation } from './AcceptInvitation.tsx';
import { InvitedVisitor } from './InvitedVisitor.tsx';

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
