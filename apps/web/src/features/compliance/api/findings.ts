import { type CallInput, complianceEndpoints, complianceFindingEndpoints } from '@hopscope/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCall } from '../../../lib/api/use-call.ts';
import { useServices } from '../../../lib/services.ts';

const { listComplianceFindings, markComplianceFindings } = complianceFindingEndpoints;
const { countComplianceTransactions } = complianceEndpoints;
type Query = NonNullable<CallInput<typeof listComplianceFindings>['query']>;

/** What new labels changed, a page, the newest first. */
export function useFindings(organizationId: string, query: Query) {
  const { api } = useServices();
  return useQuery({
    queryKey: [listComplianceFindings.id, organizationId, query],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { data, total } = await api(listComplianceFindings, { query }, { signal, organizationId });
      return { findings: data.findings, total };
    },
  });
}

/** Asks again for findings and their number whenever the screening tells of something. */
export function useLiveFindings(organizationId: string): void {
  const { live } = useServices();
  const queries = useQueryClient();
  useEffect(
    () =>
      live.onMessage((message) => {
        if (message.type !== 'compliance' || message.data.organizationId !== organizationId) return;
        for (const { id } of [listComplianceFindings, countComplianceTransactions])
          void queries.invalidateQueries({ queryKey: [id, organizationId] });
      }),
    [live, organizationId, queries],
  );
}

export const useMarkSeen = (organizationId: string) =>
  useCall(markComplianceFindings, {
    organizationId,
    changes: [listComplianceFindings, countComplianceTransactions],
  });
