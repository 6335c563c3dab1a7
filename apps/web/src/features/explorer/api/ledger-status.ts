import { getLedgerStatus } from '@hopscope/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { useServices } from '../../../lib/services.ts';

const everyMinute = 60_000;

/** What the Bitcoin ledger holds. */
export function ledgerStatusQuery(api: ApiClient) {
  return queryOptions({
    queryKey: [getLedgerStatus.id],
    staleTime: everyMinute,
    queryFn: async ({ signal }) =>
      (await api(getLedgerStatus, { query: { blockchain: 'bitcoin' } }, { signal })).data,
  });
}

/** The same; asked again every minute while the page is open. */
export function useLedgerStatus() {
  const { api } = useServices();
  return useQuery({ ...ledgerStatusQuery(api), refetchInterval: everyMinute });
}
