import { type Blockchain, getLedgerStatus } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

/** The newest block of a chain that the ledger holds; moves on with the stream. Null: none; undefined: not known yet. */
export function useTip(blockchain: Blockchain): number | null | undefined {
  const { api } = useServices();
  const { data } = useQuery({
    queryKey: [getLedgerStatus.id, blockchain],
    queryFn: async ({ signal }) => (await api(getLedgerStatus, { query: { blockchain } }, { signal })).data,
  });
  return data === undefined ? undefined : (data.tip?.number ?? null);
}
