import {
  type Blockchain,
  getBlockFees,
  getRawTransaction,
  getTransactionContext,
  getTransactionProof,
} from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

/** Facts of a block never go stale; a reorganization invalidates all queries. */
const stays = { staleTime: Number.POSITIVE_INFINITY } as const;

/** Reads the Merkle proof of a Bitcoin transaction in the block `blockHash`. */
export function useTransactionProof(hash: string, blockHash: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [getTransactionProof.id, hash, blockHash],
    queryFn: async ({ signal }) => (await api(getTransactionProof, { params: { hash } }, { signal })).data,
    ...stays,
  });
}

/** Reads the context of a Bitcoin transaction in the block `blockHash`; fetched only if the ledger has the block (`isStored`). */
export function useTransactionContext(hash: string, blockHash: string, isStored: boolean) {
  const { api } = useServices();
  return useQuery({
    queryKey: [getTransactionContext.id, hash, blockHash],
    queryFn: async ({ signal }) => (await api(getTransactionContext, { params: { hash } }, { signal })).data,
    enabled: isStored,
    ...stays,
  });
}

/** Reads the raw bytes of a transaction as hex; fetched once `wanted`. */
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

/** Reads the fee rates and mining pool of a block. */
export function useBlockFees(chain: Blockchain, height: string, hash: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [getBlockFees.id, chain, height, hash],
    queryFn: async ({ signal }) =>
      (await api(getBlockFees, { params: { height }, query: { blockchain: chain } }, { signal })).data,
    ...stays,
  });
}
