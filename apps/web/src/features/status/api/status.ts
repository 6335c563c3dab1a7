import { getStatus } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

const everyMs = 10_000;

/** What the sources of both chains do. The stream brings changes at once; rates and ages are asked for in between. */
export function useStatus() {
  const { api } = useServices();
  return useQuery({
    queryKey: [getStatus.id],
    queryFn: ({ signal }) => api(getStatus, {}, { signal }),
    staleTime: everyMs,
    refetchInterval: everyMs,
  });
}
