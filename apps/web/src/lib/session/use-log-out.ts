import { logout } from '@hopscope/contract';
import { useMutation } from '@tanstack/react-query';
import { useServices } from '../services.ts';

/** Ends the session on the server and here. A server that cannot be reached does not keep anybody signed in. */
export function useLogOut() {
  const { api, session } = useServices();
  return useMutation({
    mutationFn: () => api(logout, {}),
    onSettled: () => session.end('logout'),
  });
}
