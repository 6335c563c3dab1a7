import { failureMessage } from '../../../lib/api/failure-message.ts';
import { useUser } from '../../../lib/services.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { TextButton } from '../../../ui/button/TextButton.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useSendVerification } from '../api/calls.ts';

/** Reminder to verify the email address; empty once it is verified. */
export function VerifyBanner() {
  const { emailVerified, email } = useUser();
  const toast = useToast();
  const send = useSendVerification();
  if (emailVerified) return null;

  function ask() {
    if (send.isPending) return;
    send.mutate(
      {},
      {
        onSuccess: () => toast.success(`New link sent to ${email}`),
        onError: (thrown) => toast.error(failureMessage(thrown, 'The email could not be sent.')),
      },
    );
  }

  return (
    <Banner>
      <span>Please verify {email}. Invitations and allowed domains require it.</span>
      <TextButton onClick={ask}>Resend link</TextButton>
    </Banner>
  );
}
