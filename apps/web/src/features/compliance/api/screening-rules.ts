import { screeningEndpoints } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../../lib/api/use-call.ts';
import { useServices } from '../../../lib/services.ts';

const { listScreeningRules, draftScreeningRules, tryScreeningRules, activateScreeningRules } =
  screeningEndpoints;

/** Reads the versions of an organization's screening rules, newest first. */
export function useScreeningRules(id: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [listScreeningRules.id, id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api(listScreeningRules, { params: { id } }, { signal })).data,
  });
}

const changes = [listScreeningRules];

export const useDraftRules = () => useCall(draftScreeningRules, { changes });
export const useTryRules = () => useCall(tryScreeningRules);
export const useActivateRules = () => useCall(activateScreeningRules, { changes });
