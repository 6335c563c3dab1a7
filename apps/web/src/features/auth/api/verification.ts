import { getSession, sendVerification, verifyEmail } from '@hopscope/contract';
import { useMutation } from '@tanstack/react-query';
import { useCall } from '../../../lib/api/use-call.ts';
import { useServices } from '../../../lib/services.ts';

/** Proves an email with the token of its mail; whoever is signed in with that email sees at once what it opens. */
export function useVerifyEmail() {
  const { api, session } = useServices();
  return useMutation({
    mutationFn: async (token: string) => {
      const { data } = await api(verifyEmail, { body: { token } });
      const state = session.state();
      if (state.status !== 'signed-out' && state.user.email === data.email) {
        session.update((await api(getSession, {})).data.user);
      }
      return data.email;
    },
  });
}

/** Mails a new link to the signed-in person. */
export function useSendVerification() {
  return useCall(sendVerification);
}
