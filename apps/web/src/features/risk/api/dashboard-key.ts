import { calculateRisk } from '@hopscope/contract';
import { useQueryClient } from '@tanstack/react-query';

/** Begins the key of everything that the dashboard asks for: new blocks do not renew it by themselves. */
export const dashboardKey = 'riskDashboard';

/** Asks again for all that is shown of an address. */
export function useRefresh(address: string): () => void {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: [dashboardKey, address] });
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] === calculateRisk.id && queryKey[2] === address,
    });
  };
}
