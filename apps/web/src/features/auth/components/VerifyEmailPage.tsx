import { useEffect, useRef } from 'react';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { useSessionState } from '../../../lib/services.ts';
import { HopLoader } from '../../../ui/feedback/HopLoader.tsx';
import { LinkButton } from '../../../ui/button/LinkButton.tsx';
import { useVerifyEmail } from '../api/calls.ts';
import { AuthScreen } from './AuthScreen.tsx';
import { FormAlert } from './FormAlert.tsx';
import { Text } from '../../../ui/text/Text.tsx';

/** Target of the link that verifies an email address. */
export function VerifyEmailPage({ token }: { token: string }) {
  const { status } = useSessionState();
  const verify = useVerifyEmail();
  const { mutate } = verify;
  const begun = useRef(false);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    mutate(token);
  }, [mutate, token]);

  const next =
    status === 'signed-out' ? (
      <LinkButton to="/login">Log in</LinkButton>
    ) : (
      <LinkButton to="/home/block-explorer">Open Hopscope</LinkButton>
    );
  if (verify.isSuccess) {
    return (
      <AuthScreen title="Email verified" subtitle={`${verify.data} is verified.`}>
        <div>{next}</div>
      </AuthScreen>
    );
  }
  if (verify.isError) {
    return (
      <AuthScreen title="Verify your email" subtitle="The link could not be used.">
        <FormAlert title={failureMessage(verify.error, 'The link is no longer valid.')}>
          Sign in and request a new email. Only the link in the newest email works.
        </FormAlert>
        <div>{next}</div>
      </AuthScreen>
    );
  }
  return (
    <AuthScreen title="Verify your email" subtitle="Please wait.">
      <Text tone={2}>
        <HopLoader text="Verifying your email..." />
      </Text>
    </AuthScreen>
  );
}
