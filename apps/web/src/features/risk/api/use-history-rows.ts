import { useMemo } from 'react';
import { bitcoinRow, ethereumRow, type HistoryRow } from '../model/history.ts';
import { useHistory } from './address.ts';

/** Reads the latest rows of an address history in a common shape for both chains, and the total number. */
export function useHistoryRows(address: string): {
  rows: readonly HistoryRow[] | undefined;
  total: number | undefined;
  error: Error | null;
  refetch: () => unknown;
} {
  const { data, error, refetch } = useHistory(address);
  const rows = useMemo(() => {
    if (!data) return undefined;
    return data.blockchain === 'bitcoin'
      ? data.txs.map((tx) => bitcoinRow(tx, address))
      : data.txs.map(ethereumRow);
  }, [data, address]);
  return { rows, total: data?.pagination.totalTxs, error, refetch };
}
