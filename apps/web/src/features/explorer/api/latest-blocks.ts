import {
  type Blockchain,
  type BlockView,
  type EthereumBlockView,
  listBlockTransactions,
} from '@hopscope/contract';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { useServices } from '../../../lib/services.ts';
import { latestHeights } from '../model/latest-heights.ts';
import { blockQuery } from './block.ts';
import { ledgerStatusQuery } from './ledger-status.ts';

export const shownBlocks = 10;
const refreshMs = 10_000;

type BlockOn<Chain extends Blockchain> = Extract<BlockView | EthereumBlockView, { blockchain: Chain }>;

/** Reloads a block that was replaced since it was cached. */
async function loadAgain<Chain extends Blockchain>(
  api: ApiClient,
  queries: QueryClient,
  chain: Chain,
  height: string,
) {
  await queries.invalidateQueries({ queryKey: [listBlockTransactions.id, chain, height] });
  return queries.fetchQuery({ ...blockQuery(api, chain, height), staleTime: 0 });
}

/** Loads the newest blocks from the tip down; reloads a cached block only if it isn't the parent of the next. */
async function loadLatest<Chain extends Blockchain>(
  api: ApiClient,
  queries: QueryClient,
  chain: Chain,
): Promise<BlockOn<Chain>[]> {
  const status = ledgerStatusQuery(api, chain);
  const { tip, coverage } = await queries.fetchQuery({ ...status, staleTime: refreshMs / 2 });
  const known = await Promise.all(
    latestHeights(coverage, shownBlocks).map((height) =>
      queries.ensureQueryData(blockQuery(api, chain, String(height))),
    ),
  );
  const blocks: BlockOn<Chain>[] = [];
  let next = tip && { number: tip.number, hash: tip.hash };
  for (const block of known) {
    const replaced = next?.number === block.number && next.hash !== block.hash;
    const current = replaced ? await loadAgain(api, queries, chain, String(block.number)) : block;
    next = { number: current.number - 1, hash: current.previous_hash };
    blocks.push(current);
  }
  return blocks;
}

/** Reads the newest blocks of the ledger, refetched every 10 seconds while the page is visible. */
export function useLatestBlocks<Chain extends Blockchain>(chain: Chain) {
  const { api } = useServices();
  const queries = useQueryClient();
  return useQuery({
    queryKey: ['latestBlocks', chain],
    staleTime: refreshMs / 2,
    refetchInterval: refreshMs,
    queryFn: () => loadLatest(api, queries, chain),
  });
}
