import {
  caseEndpoints,
  complianceEndpoints,
  type Endpoint,
  type SarDetails,
  sarDetails,
  sarEndpoints,
  sarInstitutionStored,
  type SarInstitutionStored,
  sarLimits,
} from '@hopscope/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { toApiError } from '../../../lib/api/api-error.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { useServices } from '../../../lib/services.ts';
import type { SarsSearch } from '../model/sars-search.ts';

const {
  createSar,
  exportSar,
  exportSarBatch,
  getSar,
  getSarHistory,
  getSarInstitution,
  listSars,
  putSarInstitution,
} = sarEndpoints;

/** Reads a page of reports. */
export function useSars(organizationId: string, { status, search, page, case: caseId }: SarsSearch) {
  const { api } = useServices();
  const query = {
    page: page ?? 1,
    limit: sarLimits.pageSize,
    ...(status && { status }),
    ...(search !== undefined && { search }),
    ...(caseId !== undefined && { caseId }),
  };
  return useQuery({
    queryKey: [listSars.id, organizationId, query],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api(listSars, { query }, { signal, organizationId }),
  });
}

const sarKey = (organizationId: string, id: string) => [getSar.id, organizationId, id] as const;

/** Reads a report with its content. */
export function useSar(organizationId: string, id: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: sarKey(organizationId, id),
    staleTime: 0,
    queryFn: async ({ signal }) => (await api(getSar, { params: { id } }, { signal, organizationId })).data,
  });
}

export const historyPageSize = 20;

/** Reads the changes of a report, newest first. */
export function useSarHistory(organizationId: string, id: string, page: number) {
  const { api } = useServices();
  return useQuery({
    queryKey: [getSarHistory.id, organizationId, id, page],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api(
        getSarHistory,
        { params: { id }, query: { page, limit: historyPageSize } },
        { signal, organizationId },
      ),
  });
}

/** Stores a report from an answer in the cache; ignores outdated answers. */
export function useKeepSar(organizationId: string): (found: SarDetails) => void {
  const queries = useQueryClient();
  return (found) => {
    queries.setQueryData<SarDetails>(sarKey(organizationId, found._id), (previous) =>
      previous && previous.version > found.version ? previous : found,
    );
    void queries.invalidateQueries({ queryKey: [getSarHistory.id, organizationId, found._id] });
    void queries.invalidateQueries({ queryKey: [listSars.id] });
    if (found.status !== 'SUBMITTED') return;
    void queries.invalidateQueries({ queryKey: [complianceEndpoints.listComplianceTransactions.id] });
    void queries.invalidateQueries({ queryKey: [complianceEndpoints.getComplianceTransaction.id] });
    void queries.invalidateQueries({ queryKey: [caseEndpoints.getCase.id] });
  };
}

type Changed = z.ZodType<{ data: SarDetails }>;

/** Makes a call that changes a report and returns it. */
export function useSarCall<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends Changed>(
  endpoint: Endpoint<P, Q, B, R>,
  organizationId: string,
) {
  const keep = useKeepSar(organizationId);
  return useCall(endpoint, { organizationId, onSuccess: ({ data }) => keep(data) });
}

export const useBeginSar = (organizationId: string) =>
  useCall(createSar, { organizationId, changes: [listSars] });

/** Returns the current report from a refused change; undefined if it was refused for another reason. */
export function currentSarOf(thrown: Error): SarDetails | undefined {
  const { code, details } = toApiError(thrown);
  return code === 'changed_meanwhile' ? sarDetails.safeParse(details['current']).data : undefined;
}

export function useInstitution(organizationId: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [getSarInstitution.id, organizationId],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api(getSarInstitution, {}, { signal, organizationId })).data,
  });
}

export const useSaveInstitution = (organizationId: string) =>
  useCall(putSarInstitution, { organizationId, changes: [getSarInstitution] });

/** Returns the current institution from a refused change; undefined if it was refused for another reason. */
export function currentInstitutionOf(thrown: Error): SarInstitutionStored | undefined {
  const { code, details } = toApiError(thrown);
  return code === 'changed_meanwhile' ? sarInstitutionStored.safeParse(details['current']).data : undefined;
}

const files = {
  fincen: { type: 'application/xml', name: (number: number) => `sar-${String(number)}-fincen.xml` },
  goaml: { type: 'application/xml', name: (number: number) => `sar-${String(number)}-goaml.xml` },
  csv: { type: 'text/csv', name: (number: number) => `sar-${String(number)}-transactions.csv` },
} as const;
export type SarFile = keyof typeof files;

/** Downloads a file of a signed report. */
export function useSarFile(organizationId: string) {
  const { api } = useServices();
  return useMutation({
    mutationFn: async ({ id, number, format }: { id: string; number: number; format: SarFile }) => {
      const file: unknown = await api(exportSar, { params: { id }, query: { format } }, { organizationId });
      if (!(file instanceof Blob)) throw new Error('It did not come as a file.');
      saveFile(files[format].name(number), file, files[format].type);
    },
  });
}

/** Downloads several signed reports as one file for FinCEN. */
export function useSarBatch(organizationId: string) {
  const { api } = useServices();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const file: unknown = await api(exportSarBatch, { body: { ids: [...ids] } }, { organizationId });
      if (!(file instanceof Blob)) throw new Error('It did not come as a file.');
      saveFile('sars-fincen.xml', file, 'application/xml');
    },
  });
}
