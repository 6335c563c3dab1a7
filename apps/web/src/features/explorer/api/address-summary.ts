import { type Blockchain, getAddress } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';
import { useFollowed } from '../../../lib/stream/use-live.ts';
import { isUnfinished } from '../model/text/ethereum-text.ts';
import { onChain } from './on-chain.ts';

/** Poll interval of a history that is being fetched. */
const unfinishedMs = 2000;

/** Reads the summary of an address, updated live. */
export function useAddressSummary<Chain extends Blockchain>(chain: Chain, addr: string) {
  const { api } = useServices();
  const query = useQuery({
    queryKey: [getAddress.id, addr],
    queryFn: async ({ signal }) =>
      onChain((await api(getAddress, { params: { addr } }, { signal })).data, chain),
    refetchInterval: ({ state: { data } }) => (data && isUnfinished(data.coverage) ? unfinishedMs : false),
  });
  useFollowed(query.data?.address);
  return query;
}
