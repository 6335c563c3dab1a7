import { riskProfileEndpoints } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../../lib/api/use-call.ts';
import { useServices } from '../../../lib/services.ts';

const { listRiskProfiles, draftRiskProfile, tryRiskProfile, activateRiskProfile } = riskProfileEndpoints;

/** Reads the versions of an organization's profile, newest first. */
export function useRiskProfiles(id: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [listRiskProfiles.id, id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api(listRiskProfiles, { params: { id } }, { signal })).data,
  });
}

export const useDraftProfile = () => useCall(draftRiskProfile, { changes: [listRiskProfiles] });
export const useTryProfile = () => useCall(tryRiskProfile);
export const useActivateProfile = () => useCall(activateRiskProfile, { changes: [listRiskProfiles] });
