import {
  type Blockchain,
  getBlockFees,
  getRawTransaction,
  getTransactionContext,
  getTransactionProof,
} from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

/** What is worked out from a block stays until the block goes, and then everything is asked again. */
const stays = { staleTime: Number.POSITIVE_INFINITY } as const;

/** What leads from a Bitcoin transaction to the header of `blockHash`. */
export function useTransactionProof(hash: string, blockHash: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [getTransactionProof.id, hash, blockHash],
    queryFn: async ({ signal }) => (await api(getTransactionProof, { params: { hash } }, { signal })).data,
    ...stays,
  });
}

/** What the surroundings of a Bitcoin transaction in the block `blockHash` say of it; asked where blocks are held. */
export function useTransactionContext(hash: string, blockHash: string, held: boolean) {
  const { api } = useServices();
  return useQuery({
    queryKey: [getTransactionContext.id, hash, blockHash],
    queryFn: async ({ signal }) => (await api(getTransactionContext, { params: { hash } }, { signal })).data,
    enabled: held,
    ...stays,
  });
}

/** The exact bytes of a transaction as hex, once they are `wanted`. */
export function useRawTransaction(hash: string, wanted: boolean) {
  const { api } = useServices();
  return useQuery({
    queryKey: [getRawTransaction.id, hash],
    queryFn: ({ signal }) =>
      api(getRawTransaction, { params: { hash }, query: { format: 'hex' } }, { signal }),
    enabled: wanted,
    ...stays,
  });
}

/** What the transactions of a block pay, and who mined it. */
export function useBlockFees(chain: Blockchain, height: string, hash: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [getBlockFees.id, chain, height, hash],
    queryFn: async ({ signal }) =>
      (await api(getBlockFees, { params: { height }, query: { blockchain: chain } }, { signal })).data,
    ...stays,
  });
}
