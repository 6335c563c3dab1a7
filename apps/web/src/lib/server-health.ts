import { type CallOutput, getHealth } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from './services.ts';

export type BitcoinHealth = CallOutput<typeof getHealth>['bitcoin'];
/** Health fields that both chains share. */
export type ChainHealth = Pick<BitcoinHealth, 'source' | 'network' | 'status'>;

const soonMs = 3_000;
const everyMinuteMs = 60_000;

/** Reads version, ledger, and source state; public. Polls quickly while history is loading. */
export function useServerHealth() {
  const { api } = useServices();
  return useQuery({
    queryKey: [getHealth.id],
    queryFn: ({ signal }) => api(getHealth, {}, { signal }),
    retry: false,
    staleTime: soonMs,
    refetchInterval: ({ state }) => {
      const phase = state.data?.bitcoin.status?.phase;
      return phase === 'starting' || phase === 'loading' ? soonMs : everyMinuteMs;
    },
  });
}
