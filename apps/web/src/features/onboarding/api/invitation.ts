import { invitationEndpoints } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

const { lookUpInvitation } = invitationEndpoints;

/** Reads the invitation of a token; fails for an invalid token. */
export function useInvitation(token: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [lookUpInvitation.id, token],
    queryFn: async ({ signal }) => (await api(lookUpInvitation, { body: { token } }, { signal })).data,
  });
}
