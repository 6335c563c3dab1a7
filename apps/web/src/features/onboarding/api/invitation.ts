import { invitationEndpoints } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

const { lookUpInvitation } = invitationEndpoints;

/** What an invitation's token is for; fails for every token that does not work. */
export function useInvitation(token: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [lookUpInvitation.id, token],
    queryFn: async ({ signal }) => (await api(lookUpInvitation, { body: { token } }, { signal })).data,
  });
}
