import { complianceTeamEndpoints } from '@hopscope/contract';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { useServices } from '../../../lib/services.ts';
import type { TeamSearch } from '../model/team-search.ts';

const { getComplianceTeam, exportComplianceTeam, countComplianceDays, listComplianceClients } =
  complianceTeamEndpoints;

/** Reads statistics of decisions by week, and the waiting transactions. */
export function useTeam(organizationId: string, { from, to }: TeamSearch) {
  const { api } = useServices();
  return useQuery({
    queryKey: [getComplianceTeam.id, organizationId, from, to],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api(getComplianceTeam, { query: { from, to } }, { signal, organizationId })).data,
  });
}

/** Counts the listed transactions by day and risk level. */
export function useTransactionDays(organizationId: string, query: { from: string; to: string }) {
  const { api } = useServices();
  return useQuery({
    queryKey: [countComplianceDays.id, organizationId, query],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api(countComplianceDays, { query }, { signal, organizationId })).data,
  });
}

/** Counts the listed transactions by client and category of their counterparties. */
export function useClientCategories(organizationId: string, query: { from: string; to: string }) {
  const { api } = useServices();
  return useQuery({
    queryKey: [listComplianceClients.id, organizationId, query],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api(listComplianceClients, { query }, { signal, organizationId })).data,
  });
}

const types = { csv: 'text/csv', json: 'application/json' } as const;
export type TeamFile = keyof typeof types;

/** Downloads the same statistics as a file. */
export function useTeamFile(organizationId: string, { from, to }: { from: string; to: string }) {
  const { api } = useServices();
  return useMutation({
    mutationFn: async (format: TeamFile) => {
      const text = await api(exportComplianceTeam, { query: { from, to, format } }, { organizationId });
      // The browser strips the byte order mark from text; spreadsheets need it.
      const content = format === 'csv' ? `\uFEFF${text}` : text;
      saveFile(`team-${from}-${to}.${format}`, content, types[format]);
    },
  });
}
