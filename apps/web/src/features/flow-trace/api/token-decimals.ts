import { listAddressAssets } from '@hopscope/contract';
import { type Blockchain, chains } from '@hopscope/domain';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';
import type { TokenDecimals } from '../model/expand-filter.ts';

const none: TokenDecimals = new Map();
/** Maximum number of tokens; decimals of others stay unknown. */
const most = 100;

/** Reads decimals of the tokens that an address has moved; empty while loading. */
export function useTokenDecimals(chain: Blockchain, addr: string): TokenDecimals {
  const { api } = useServices();
  const { data } = useQuery({
    queryKey: [listAddressAssets.id, addr, 'decimals'],
    enabled: chains[chain].hasTokens,
    queryFn: async ({ signal }): Promise<TokenDecimals> => {
      const query = { limit: most };
      const { assets } = await api(listAddressAssets, { params: { addr }, query }, { signal });
      return new Map(
        assets.flatMap(({ asset: { contract, decimals } }) =>
          contract === null ? [] : [[contract.toLowerCase(), decimals] as const],
        ),
      );
    },
  });
  return data ?? none;
}
