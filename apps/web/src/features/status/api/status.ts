import { getStatus, listProblems } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

const everyMs = 10_000;

/** Reads the state of the sources of both chains. The stream reports changes at once; rates and ages are polled in between. */
export function useStatus() {
  const { api } = useServices();
  return useQuery({
    queryKey: [getStatus.id],
    queryFn: ({ signal }) => api(getStatus, {}, { signal }),
    staleTime: everyMs,
    refetchInterval: everyMs,
  });
}

/** Reads the problems of the installation, if the person is the operator. */
export function useProblems(enabled: boolean) {
  const { api } = useServices();
  return useQuery({
    queryKey: [listProblems.id],
    queryFn: async ({ signal }) => (await api(listProblems, {}, { signal })).data,
    staleTime: everyMs,
    refetchInterval: everyMs,
    enabled,
  });
}
