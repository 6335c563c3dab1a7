import { getLedgerStatus } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

const everyMinute = 60_000;

/** What the Bitcoin ledger holds; asked again every minute while the page is open. */
export function useLedgerStatus() {
  const { api } = useServices();
  return useQuery({
    queryKey: [getLedgerStatus.id],
    staleTime: everyMinute,
    refetchInterval: everyMinute,
    queryFn: async ({ signal }) =>
      (await api(getLedgerStatus, { query: { blockchain: 'bitcoin' } }, { signal })).data,
  });
}
