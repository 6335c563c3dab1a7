import { exchangeTicket, getSession } from '@hopscope/contract';
import { useMutation } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';
import { type Arrival, userOfParameter } from '../model/arrival.ts';

/** Turns what came back from the provider into a session. */
export function useFinishProviderSignIn() {
  const { request, session } = useServices();
  return useMutation({
    mutationFn: async (arrival: Extract<Arrival, { kind: 'ticket' | 'tokens' }>) => {
      if (arrival.kind === 'ticket') {
        return (await request(exchangeTicket, { body: { ticket: arrival.ticket } })).data;
      }
      const { accessToken, refreshToken } = arrival;
      const { data } = await request(getSession, {}, { token: accessToken });
      return { accessToken, refreshToken, user: userOfParameter(arrival.user) ?? data.user };
    },
    onSuccess: (opened) => session.start(opened, 'login'),
  });
}
