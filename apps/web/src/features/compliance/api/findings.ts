import { type CallInput, complianceEndpoints, complianceFindingEndpoints } from '@hopscope/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCall } from '../../../lib/api/use-call.ts';
import { useServices } from '../../../lib/services.ts';

const { listComplianceFindings, markComplianceFindings } = complianceFindingEndpoints;
const { countComplianceTransactions } = complianceEndpoints;
type Query = NonNullable<CallInput<typeof listComplianceFindings>['query']>;

/** Reads a page of findings caused by new labels, newest first. */
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

/** Reloads findings and their number when the screening reports an event. */
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
