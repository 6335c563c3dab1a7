import {
  compareAddresses,
  explorerPageSize,
  listAddressCounterparties,
  listAddressUtxos,
} from '@hopscope/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

/** Reads a page of the unspent outputs of a Bitcoin address; fetched once `wanted`. */
export function useUtxos(addr: string, page: number, wanted: boolean) {
  const { api } = useServices();
  return useQuery({
    queryKey: [listAddressUtxos.id, addr, page],
    enabled: wanted,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api(listAddressUtxos, { params: { addr }, query: { page, limit: explorerPageSize } }, { signal }),
  });
}

export interface CounterpartiesAsked {
  page: number;
  direction: 'in' | 'out';
  sort: 'amount' | 'transactions';
  /** Ethereum: `ether` or a token contract. */
  asset: string | undefined;
}

/** Reads a page of the counterparties of an address; fetched once `wanted`. */
export function useCounterparties(addr: string, asked: CounterpartiesAsked, wanted: boolean) {
  const { api } = useServices();
  const { asset, ...rest } = asked;
  const query = { ...rest, limit: explorerPageSize, ...(asset !== undefined && { asset }) };
  return useQuery({
    queryKey: [listAddressCounterparties.id, addr, query],
    enabled: wanted,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api(listAddressCounterparties, { params: { addr }, query }, { signal }),
  });
}

/** Compares two addresses; fetched when both are set. */
export function useComparison(a: string | undefined, b: string | undefined) {
  const { api } = useServices();
  return useQuery({
    queryKey: [compareAddresses.id, a, b],
    enabled: a !== undefined && b !== undefined,
    queryFn: ({ signal }) => api(compareAddresses, { query: { a: a ?? '', b: b ?? '' } }, { signal }),
  });
}
