import { caseEndpoints } from '@hopscope/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCall } from '../../../lib/api/use-call.ts';
import { useServices } from '../../../lib/services.ts';

const { addCaseTransactions, getCase, getCaseTimeline, listCases } = caseEndpoints;

/** Reads cases that contain a transaction, including closed ones. */
export function useCasesOf(organizationId: string, transactionId: string) {
  const { api } = useServices();
  const query = { transactionId, limit: 20 };
  return useQuery({
    queryKey: [listCases.id, organizationId, query],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api(listCases, { query }, { signal, organizationId })).data,
  });
}

/** Reads open cases that contain the text, latest changed first. */
export function useOpenCases(organizationId: string, search: string) {
  const { api } = useServices();
  const query = { group: 'open' as const, limit: 20, ...(search !== '' && { search }) };
  return useQuery({
    queryKey: [listCases.id, organizationId, query],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await api(listCases, { query }, { signal, organizationId })).data,
  });
}

export const useAddToCase = (organizationId: string) =>
  useCall(addCaseTransactions, { organizationId, changes: [listCases, getCase, getCaseTimeline] });
