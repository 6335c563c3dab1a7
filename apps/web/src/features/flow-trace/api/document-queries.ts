import { flowDocumentEndpoints, organizationEndpoints } from '@hopscope/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

const { listFlowDocuments, listFlowSteps } = flowDocumentEndpoints;
const { listMembers } = organizationEndpoints;

export const documentsPage = 10;

/** Reads documents that the user can open, most recently changed first. */
export function useFlowDocuments(organizationId: string, search: string, page: number) {
  const { api } = useServices();
  const query = { page, limit: documentsPage, ...(search !== '' && { search }) };
  return useQuery({
    queryKey: [listFlowDocuments.id, organizationId, query],
    queryFn: ({ signal }) => api(listFlowDocuments, { params: { id: organizationId }, query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Reads members of the organization, up to 200. */
export function useMembers(organizationId: string, enabled: boolean) {
  const { api } = useServices();
  return useQuery({
    queryKey: [listMembers.id, organizationId, { limit: 200 }],
    queryFn: async ({ signal }) =>
      (await api(listMembers, { params: { id: organizationId }, query: { limit: 200 } }, { signal })).data,
    enabled,
  });
}

export const logPage = 50;

/** Reads a page of the log that ends with step number `to`. */
export function useFlowLog(organizationId: string, documentId: string, to: number, link: string | undefined) {
  const { api } = useServices();
  const after = Math.max(0, to - logPage);
  const query = { after, limit: Math.max(1, to - after) };
  return useQuery({
    queryKey: [listFlowSteps.id, organizationId, documentId, query, link],
    queryFn: async ({ signal }) =>
      (
        await api(
          listFlowSteps,
          { params: { id: organizationId, documentId }, query },
          { signal, flowLink: link },
        )
      ).steps,
    enabled: to > 0,
    placeholderData: keepPreviousData,
  });
}
