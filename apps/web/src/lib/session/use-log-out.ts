import { logout } from '@hopscope/contract';
import { useMutation } from '@tanstack/react-query';
import { useServices } from '../services.ts';

/**
 * Ends the session on the server and in the browser, even if the server is unreachable. As `expired`, the next sign-in leads
 * back to this page.
 */
export function useLogOut(reason: 'logout' | 'expired' = 'logout') {
  const { api, session } = useServices();
  return useMutation({
    mutationFn: () => api(logout, {}),
    onSettled: () => session.end(reason),
  });
}
