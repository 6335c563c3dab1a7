import { type Blockchain, getTransaction } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';
import { onChain } from './on-chain.ts';
import { unconfirmedRefreshMs } from './unconfirmed.ts';

/** Reads a transaction with all details; refetched while unconfirmed. */
export function useTransaction<Chain extends Blockchain>(chain: Chain, hash: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [getTransaction.id, hash],
    queryFn: async ({ signal }) =>
      onChain((await api(getTransaction, { params: { hash } }, { signal })).data, chain),
    refetchInterval: ({ state }) => (state.data && 'status' in state.data ? unconfirmedRefreshMs : false),
  });
}
