import { type CallInput, flowTraceEndpoints } from '@hopscope/contract';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useOrganizationId } from '../../../lib/organizations/use-organization-id.ts';
import { useServices } from '../../../lib/services.ts';

const { findSameOwners, taintFlow } = flowTraceEndpoints;
const timeoutMs = 60_000;

export type TaintQuestion = CallInput<typeof taintFlow>['body'];

/** Reads the share of the source's funds on each drawn connection; disabled without a query. */
export function useTaint(question: TaintQuestion | undefined) {
  const { api } = useServices();
  const { ready, id: organizationId } = useOrganizationId();
  return useQuery({
    queryKey: [taintFlow.id, organizationId, question],
    enabled: ready && question !== undefined,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      if (!question) throw new Error('no question');
      return api(taintFlow, { body: question }, { signal, organizationId, timeoutMs });
    },
  });
}

/** Finds evidence that addresses have a common owner. */
export function useSameOwners() {
  const { api } = useServices();
  const { id: organizationId } = useOrganizationId();
  return useMutation({
    mutationFn: (addresses: readonly string[]) =>
      api(findSameOwners, { body: { addresses: [...addresses] } }, { organizationId, timeoutMs }),
  });
}
