import { texts } from '@hopscope/contract';
import { useNavigate } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { useUser } from '../../../lib/services.ts';
import { useLogOut } from '../../../lib/session/use-log-out.ts';
import { LinkButton } from '../../../ui/button/LinkButton.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { PrimaryButton } from '../../../ui/button/PrimaryButton.tsx';
import { ScreenTitle } from '../../../ui/layout/PlainScreen.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { TextButton } from '../../../ui/button/TextButton.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useAcceptInvitation } from '../api/organizations.ts';
import type { InvitationView } from '../model/invitation-view.ts';
import { InvitationFacts } from './InvitationFacts.tsx';

/** Invitation of a signed-in person. */
export function AcceptInvitation({
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
