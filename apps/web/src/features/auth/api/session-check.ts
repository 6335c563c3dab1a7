import { getSession } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices, useSessionState } from '../../../lib/services.ts';

/** Asks the server whether a restored session still holds; the session store learns the answer. */
export function useSessionCheck() {
  const { api, session } = useServices();
  const { status } = useSessionState();
  return useQuery({
    queryKey: [getSession.id],
    enabled: status === 'unchecked',
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }) => {
      const { data } = await api(getSession, {}, { signal });
      session.confirm(data.user);
      return data.user;
    },
  });
}
