import { getTransaction } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

/** A transaction with all inputs and outputs. */
export function useTransaction(hash: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [getTransaction.id, hash],
    queryFn: async ({ signal }) => (await api(getTransaction, { params: { hash } }, { signal })).data,
  });
}
