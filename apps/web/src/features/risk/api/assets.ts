import { listAddressAssets } from '@hopscope/contract';
import { chainOf, chains } from '@hopscope/domain';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';
import { dashboardKey } from './dashboard-key.ts';

/** Maximum number of tokens offered. */
const mostTokens = 100;

/** Reads ERC-20 tokens that an Ethereum address has moved, excluding spam; disabled on Bitcoin. */
export function useTokens(addr: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [dashboardKey, addr, listAddressAssets.id],
    enabled: chains[chainOf(addr)].hasTokens,
    queryFn: async ({ signal }) => {
      const query = { limit: mostTokens };
      const { assets } = await api(listAddressAssets, { params: { addr }, query }, { signal });
      return assets.flatMap(({ asset, movement_count, hidden_count }) =>
        asset.type === 'erc20' && movement_count > hidden_count ? [asset] : [],
      );
    },
  });
}
