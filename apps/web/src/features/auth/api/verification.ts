import { sendVerification, verifyEmail } from '@hopscope/contract';
import { useCall } from '../../../lib/api/use-call.ts';
import { useServices } from '../../../lib/services.ts';

/** Proves an email with the token of its mail; whoever is signed in with that email sees it at once. */
export function useVerifyEmail() {
  const { session } = useServices();
  return useCall(verifyEmail, {
    onSuccess: ({ data }) => {
      const state = session.state();
      if (state.status === 'signed-out' || state.user.email !== data.email) return;
      session.update({ ...state.user, emailVerified: true });
    },
  });
}

/** Mails a new link to the signed-in person. */
export function useSendVerification() {
  return useCall(sendVerification);
}
