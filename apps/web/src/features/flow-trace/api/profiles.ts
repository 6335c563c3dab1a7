import { type CallOutput, flowTraceEndpoints, flowTraceLimits } from '@hopscope/contract';
import { useOrganizationId } from '../../../lib/organizations/use-organization-id.ts';
import { useServices } from '../../../lib/services.ts';

const { listFlowProfiles } = flowTraceEndpoints;

export type Party = NonNullable<CallOutput<typeof listFlowProfiles>['parties'][number]['party']>;

/** New scores take up to half a minute. */
const timeoutMs = 30_000;

/** Returns a function that fetches profiles of addresses with risk, in request order, without unknown addresses. */
export function useProfiles(): (addresses: readonly string[], scores: number) => Promise<Party[]> {
  const { api } = useServices();
  const { id: organizationId } = useOrganizationId();
  return async (addresses, scores) => {
    const parties: Party[] = [];
    for (let at = 0; at < addresses.length; at += flowTraceLimits.profiles) {
      const body = { addresses: addresses.slice(at, at + flowTraceLimits.profiles), scores };
      const answer = await api(listFlowProfiles, { body }, { organizationId, timeoutMs });
      parties.push(...answer.parties.flatMap(({ party }) => party ?? []));
    }
    return parties;
  };
}
