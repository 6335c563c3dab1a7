import { type CallInput, signup } from '@hopscope/contract';
import { useMutation } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

/** Creates an account; on success the session starts, and the router leaves the register page. */
export function useSignUp() {
  const { api, session } = useServices();
  return useMutation({
    mutationFn: (account: CallInput<typeof signup>['body']) => api(signup, { body: account }),
    onSuccess: ({ data }) => {
      const { accessToken, refreshToken, ...user } = data.user;
      session.start({ accessToken, refreshToken, user });
    },
  });
}
