import { complianceEndpoints } from '@hopscope/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { toApiError } from '../../../lib/api/api-error.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { useServices } from '../../../lib/services.ts';
import type { TransactionQuery } from '../model/transaction-query.ts';

const {
  assignComplianceTransaction,
  assignComplianceTransactions,
  changeComplianceStatus,
  countComplianceTransactions,
  getComplianceTransaction,
  listComplianceTransactions,
  takeNextComplianceTransaction,
} = complianceEndpoints;
/** the list is fresh for two minutes, unless something is told of. */
const listFreshMs = 120_000;
/** What the cache knows a page of the list by. */
export const listKey = (organizationId: string, query: TransactionQuery) =>
  [listComplianceTransactions.id, organizationId, query] as const;

/** A page of transactions. */
export function useTransactions(organizationId: string, query: TransactionQuery) {
  const { api } = useServices();
  return useQuery({
    queryKey: listKey(organizationId, query),
    staleTime: listFreshMs,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { data, total, below } = await api(
        listComplianceTransactions,
        { query },
        { signal, organizationId },
      );
      return { transactions: data.transactions, total, below };
    },
  });
}

/** A transaction with everything that happened to it. */
export function useTransaction(organizationId: string, id: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [getComplianceTransaction.id, organizationId, id],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api(getComplianceTransaction, { params: { id } }, { signal, organizationId })).data,
  });
}

const changes = [listComplianceTransactions, countComplianceTransactions, getComplianceTransaction];

export const useAssign = (organizationId: string) =>
  useCall(assignComplianceTransaction, { organizationId, changes });
export const useAssignMany = (organizationId: string) =>
  useCall(assignComplianceTransactions, { organizationId, changes });
export const useDecide = (organizationId: string) =>
  useCall(changeComplianceStatus, { organizationId, changes });
export const useTakeNext = (organizationId: string) =>
  useCall(takeNextComplianceTransaction, { organizationId, changes });

/** Whether a call was refused because somebody else was faster. */
export const changedMeanwhile = (thrown: Error): boolean => toApiError(thrown).code === 'changed_meanwhile';
