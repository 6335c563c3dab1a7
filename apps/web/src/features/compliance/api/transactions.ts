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
/** the list is fresh for two minutes, unless an event is reported. */
const listFreshMs = 120_000;
/** Returns the cache key of a page of the list. */
export const listKey = (organizationId: string, query: TransactionQuery) =>
  [listComplianceTransactions.id, organizationId, query] as const;

/** Reads a page of transactions. */
export function useTransactions(organizationId: string, query: TransactionQuery) {
  const { api } = useServices();
  return useQuery({
    queryKey: listKey(organizationId, query),
    staleTime: listFreshMs,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { data, total, belowThreshold } = await api(
        listComplianceTransactions,
        { query },
        { signal, organizationId },
      );
      return { transactions: data.transactions, total, belowThreshold };
    },
  });
}

/** Reads a transaction with its history. */
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

/** Returns whether a call was refused because of a concurrent change. */
export const changedMeanwhile = (thrown: Error): boolean => toApiError(thrown).code === 'changed_meanwhile';
