import { type ScreeningCheck, screeningEndpoints } from '@hopscope/contract';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { useServices } from '../../../lib/services.ts';
import type { ChecksSearch } from '../model/checks-search.ts';

const { getScreeningCheck, listScreeningChecks, recordScreeningCheck } = screeningEndpoints;
/** Maximum number of listed checks, the newest. */
export const shownChecks = 100;
/** Interval in milliseconds at which a check that isn't decided yet is read. */
const readEveryMs = 3_000;

/** Reads the newest checks that match the filters. */
export function useChecks(organizationId: string, { decision, client }: ChecksSearch) {
  const { api } = useServices();
  const query = {
    limit: shownChecks,
    ...(decision && { decision }),
    ...(client !== undefined && { client }),
  };
  return useQuery({
    queryKey: [listScreeningChecks.id, organizationId, query],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { data, next } = await api(listScreeningChecks, { query }, { signal, organizationId });
      return { checks: data, hasMore: next !== null };
    },
  });
}

/** Reads a check, again and again until it is decided. */
export function useCheck(organizationId: string, id: string) {
  const { api } = useServices();
  return useQuery<ScreeningCheck>({
    queryKey: [getScreeningCheck.id, organizationId, id],
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'pending' ? readEveryMs : false),
    queryFn: async ({ signal }) =>
      (await api(getScreeningCheck, { params: { id } }, { signal, organizationId })).data,
  });
}

/** Downloads the record of the score of a check, which can be verified offline. */
export function useCheckRecord(organizationId: string) {
  const { api } = useServices();
  return useMutation({
    mutationFn: async (id: string) => {
      const text = await api(recordScreeningCheck, { params: { id } }, { organizationId });
      saveFile(`check-${id}.json`, text, 'application/json');
    },
  });
}
