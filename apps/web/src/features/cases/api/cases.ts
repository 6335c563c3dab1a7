import {
  type CallInput,
  type CaseDetails,
  caseDetails,
  caseEndpoints,
  type Endpoint,
  flowDocumentEndpoints,
  organizationEndpoints,
} from '@hopscope/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { toApiError } from '../../../lib/api/api-error.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { useServices } from '../../../lib/services.ts';
import { type CasesSearch, defaultCaseSort } from '../model/cases-search.ts';

const { getCase, getCaseTimeline, listCases } = caseEndpoints;
export const casePageSize = 20;
export const timelinePageSize = 20;

type Query = NonNullable<CallInput<typeof listCases>['query']>;

function queryOf({ group, status, priority, assignee, search, page, sort }: CasesSearch): Query {
  const [sortBy, sortOrder] = (sort ?? defaultCaseSort).split('.') as [Query['sortBy'], Query['sortOrder']];
  return {
    ...(group !== 'all' && status === undefined && { group: group ?? 'open' }),
    ...(status && { status }),
    ...(priority && { priority }),
    ...(assignee !== undefined && { assignedTo: assignee }),
    ...(search !== undefined && { search }),
    sortBy,
    sortOrder,
    page: page ?? 1,
    limit: casePageSize,
  };
}

/** Reads a page of cases. */
export function useCases(organizationId: string, view: CasesSearch) {
  const { api } = useServices();
  const query = queryOf(view);
  return useQuery({
    queryKey: [listCases.id, organizationId, query],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api(listCases, { query }, { signal, organizationId }),
  });
}

const caseKey = (organizationId: string, id: string) => [getCase.id, organizationId, id] as const;

/** Reads a case with all its parts. */
export function useCase(organizationId: string, id: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: caseKey(organizationId, id),
    staleTime: 0,
    queryFn: async ({ signal }) => (await api(getCase, { params: { id } }, { signal, organizationId })).data,
  });
}

/** Reads the changes of a case, newest first. */
export function useCaseTimeline(organizationId: string, id: string, page: number) {
  const { api } = useServices();
  return useQuery({
    queryKey: [getCaseTimeline.id, organizationId, id, page],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api(
        getCaseTimeline,
        { params: { id }, query: { page, limit: timelinePageSize } },
        { signal, organizationId },
      ),
  });
}

/** Changes that are read at once for its axis of time: the most that the API returns. */
export const newestChanges = 200;

/** Reads the newest changes of a case. */
export function useNewestChanges(organizationId: string, id: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [getCaseTimeline.id, organizationId, id, 'newest'],
    staleTime: 0,
    queryFn: ({ signal }) =>
      api(
        getCaseTimeline,
        { params: { id }, query: { page: 1, limit: newestChanges } },
        { signal, organizationId },
      ),
  });
}

/** Stores a case from an answer in the cache; ignores outdated answers. */
export function useKeepCase(organizationId: string): (found: CaseDetails) => void {
  const queries = useQueryClient();
  return (found) => {
    queries.setQueryData<CaseDetails>(caseKey(organizationId, found._id), (previous) =>
      previous && previous.version > found.version ? previous : found,
    );
    void queries.invalidateQueries({ queryKey: [getCaseTimeline.id, organizationId, found._id] });
    void queries.invalidateQueries({ queryKey: [listCases.id] });
  };
}

type Changed = z.ZodType<{ data: CaseDetails }>;

/** Makes a call that changes a case and returns it. */
export function useCaseCall<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends Changed>(
  endpoint: Endpoint<P, Q, B, R>,
  organizationId: string,
) {
  const keep = useKeepCase(organizationId);
  return useCall(endpoint, { organizationId, onSuccess: ({ data }) => keep(data) });
}

/** Returns the current case from a refused change; undefined if it was refused for another reason. */
export function currentCaseOf(thrown: Error): CaseDetails | undefined {
  const { code, details } = toApiError(thrown);
  return code === 'changed_meanwhile' ? caseDetails.safeParse(details['current']).data : undefined;
}

/** Handles refused changes: stores the current case, and says whether it has changed; `onCurrent` gets it too. */
export function useOutdated(organizationId: string, onCurrent?: (current: CaseDetails) => void) {
  const keep = useKeepCase(organizationId);
  const [outdated, setOutdated] = useState(false);
  return {
    outdated,
    /** Returns no text for changed cases: a notice says it. */
    refused(thrown: Error): '' | undefined {
      const current = currentCaseOf(thrown);
      setOutdated(current !== undefined);
      if (!current) return undefined;
      keep(current);
      onCurrent?.(current);
      return '';
    },
  };
}

/** Reads members of the organization, including pending ones. */
export function useMembers(organizationId: string) {
  const { api } = useServices();
  const { listMembers } = organizationEndpoints;
  return useQuery({
    queryKey: [listMembers.id, organizationId, 'cases'],
    queryFn: async ({ signal }) =>
      (await api(listMembers, { params: { id: organizationId }, query: { limit: 200 } }, { signal })).data,
  });
}

/** Reads FlowTrace documents that the person may open, by a part of their title. */
export function useDocuments(organizationId: string, search: string) {
  const { api } = useServices();
  const { listFlowDocuments } = flowDocumentEndpoints;
  const query = { page: 1, limit: 20, ...(search !== '' && { search }) };
  return useQuery({
    queryKey: [listFlowDocuments.id, organizationId, query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api(listFlowDocuments, { params: { id: organizationId }, query }, { signal }),
  });
}
