import { getMe } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices, useSessionState } from '../services.ts';

/** Reads profile, preferences, and notification settings of the signed-in person. */
export function useMe() {
  const { api } = useServices();
  const session = useSessionState();
  return useQuery({
    queryKey: [getMe.id],
    enabled: session.status === 'signed-in',
    queryFn: async ({ signal }) => (await api(getMe, {}, { signal })).data,
  });
}
