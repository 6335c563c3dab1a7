import { type Blockchain, getLedgerStatus } from '@hopscope/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { useServices } from '../../../lib/services.ts';
import { onChain } from './on-chain.ts';

const everyMinute = 60_000;

/** Returns the query of the status of the ledger of a chain. */
export function ledgerStatusQuery<Chain extends Blockchain>(api: ApiClient, chain: Chain) {
  return queryOptions({
    queryKey: [getLedgerStatus.id, chain],
    staleTime: everyMinute,
    queryFn: async ({ signal }) => {
      const { data } = await api(getLedgerStatus, { query: { blockchain: chain } }, { signal });
      return onChain(data, chain);
    },
  });
}

/** Reads the status of the ledger of a chain, refetched every minute. */
export function useLedgerStatus<Chain extends Blockchain>(chain: Chain) {
  const { api } = useServices();
  return useQuery({ ...ledgerStatusQuery(api, chain), refetchInterval: everyMinute });
}
