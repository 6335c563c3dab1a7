import { calculateRisk } from '@hopscope/contract';
import { useQueryClient } from '@tanstack/react-query';

/** Key prefix of all dashboard queries, which new blocks don't invalidate. */
export const dashboardKey = 'riskDashboard';

/** Returns a function that refetches everything shown of an address. */
export function useRefresh(address: string): () => void {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: [dashboardKey, address] });
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] === calculateRisk.id && queryKey[2] === address,
    });
  };
}
