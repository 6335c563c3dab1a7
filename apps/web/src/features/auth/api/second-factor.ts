import { passkeySignInOptions, signInWithPasskey, signInWithSecondFactor } from '@hopscope/contract';
import { useMutation } from '@tanstack/react-query';
import { useCall } from '../../../lib/api/use-call.ts';
import { askForPasskey } from '../../../lib/browser/passkeys.ts';
import { useServices } from '../../../lib/services.ts';

/** Answers a challenge with a code; on success the session starts. */
export function useSecondFactor() {
  const { session } = useServices();
  return useCall(signInWithSecondFactor, { onSuccess: ({ data }) => session.start(data, 'login') });
}

/** Signs in with a passkey: alone, or as the answer to a challenge. */
export function usePasskeySignIn() {
  const { api, session } = useServices();
  return useMutation({
    mutationFn: async ({ challenge }: { challenge?: string | undefined }) => {
      const body = challenge === undefined ? {} : { challenge };
      const { data } = await api(passkeySignInOptions, { body });
      const response = await askForPasskey(data.options);
      return api(signInWithPasskey, { body: { handle: data.handle, response } });
    },
    onSuccess: ({ data }) => session.start(data, 'login'),
  });
}
