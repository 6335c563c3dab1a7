import { signup } from '@hopscope/contract';
import { useCall } from '../../../lib/api/use-call.ts';
import { useServices } from '../../../lib/services.ts';

/** Creates an account; on success the session starts, and the router leaves the register page. */
export function useSignUp() {
  const { session } = useServices();
  return useCall(signup, {
    onSuccess: ({ data }) => {
      const { accessToken, refreshToken, ...user } = data.user;
      session.start({ accessToken, refreshToken, user }, 'registration');
    },
  });
}
