import { complianceEndpoints, type ComplianceTransaction } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';
import type { TransactionQuery } from '../model/transaction-query.ts';
import { useDecide } from './transactions.ts';

const { listComplianceTransactions } = complianceEndpoints;

/** Reads the first transactions of a list once: while they are decided, their order and number stay. */
export function useTriageQueue(organizationId: string, query: TransactionQuery) {
  const { api } = useServices();
  return useQuery({
    queryKey: ['triage', organizationId, query],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await api(listComplianceTransactions, { query }, { signal, organizationId })).data.transactions,
  });
}

/** Number of transactions of a client that a comparison uses. */
export const mostCompared = 100;

/** Reads the latest transactions of the client of a transaction, otherwise of its address. */
export function useTransactionsOfClient(
  organizationId: string,
  { clientId, address }: Pick<ComplianceTransaction, 'clientId' | 'address'>,
) {
  const { api } = useServices();
  const of = clientId === null ? { search: address } : { clientId };
  return useQuery({
    queryKey: [listComplianceTransactions.id, organizationId, 'client', of],
    queryFn: async ({ signal }) => {
      const query = { ...of, limit: mostCompared };
      return (await api(listComplianceTransactions, { query }, { signal, organizationId })).data.transactions;
    },
  });
}

const undone = 'Decision undone';

/** Undoes a decision: reopens the transaction, and unassigns it if it was unassigned before. Both steps are in its history. */
export function useUndo(organizationId: string) {
  const decide = useDecide(organizationId);
  return {
    isPending: decide.isPending,
    async undo({ _id: id, status }: Pick<ComplianceTransaction, '_id' | 'status'>): Promise<void> {
      await decide.mutateAsync({ params: { id }, body: { status: 'IN_REVIEW', note: undone } });
      if (status === 'IN_REVIEW') return;
      const note = status === 'UNASSIGNED' ? { note: undone } : {};
      await decide.mutateAsync({ params: { id }, body: { status, ...note } });
    },
  };
}
