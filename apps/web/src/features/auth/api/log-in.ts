import { login } from '@hopscope/contract';
import { useServices } from '../../../lib/services.ts';
import { useCall } from '../../../lib/api/use-call.ts';

/** Signs in; on success the session starts, and the router leaves the login page. */
export function useLogIn() {
  const { session } = useServices();
  return useCall(login, { onSuccess: ({ data }) => session.start(data, 'login') });
}
