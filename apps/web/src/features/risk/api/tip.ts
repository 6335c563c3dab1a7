import { type Blockchain, getLedgerStatus } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

/** Reads the height of the newest block in the ledger, updated live. Null: no blocks; undefined: loading. */
export function useTip(blockchain: Blockchain): number | null | undefined {
  const { api } = useServices();
  const { data } = useQuery({
    queryKey: [getLedgerStatus.id, blockchain],
    queryFn: async ({ signal }) => (await api(getLedgerStatus, { query: { blockchain } }, { signal })).data,
  });
  return data === undefined ? undefined : (data.tip?.number ?? null);
}
