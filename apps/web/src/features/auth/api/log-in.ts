import { login } from '@hopscope/contract';
import { useMutation } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

/** Signs in; on success the session starts, and the router leaves the login page. */
export function useLogIn() {
  const { api, session } = useServices();
  return useMutation({
    mutationFn: (credentials: { email: string; password: string }) => api(login, { body: credentials }),
    onSuccess: ({ data }) => session.start(data),
  });
}
