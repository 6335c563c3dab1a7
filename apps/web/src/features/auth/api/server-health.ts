import { getHealth } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

/** Version and ledger height for the foot of the login page; public. */
export function useServerHealth() {
  const { api } = useServices();
  return useQuery({
    queryKey: [getHealth.id],
    retry: false,
    queryFn: ({ signal }) => api(getHealth, {}, { signal }),
  });
}
