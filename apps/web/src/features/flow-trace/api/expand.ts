import { type CallInput, type CallOutput, flowTraceEndpoints } from '@hopscope/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useOrganizationId } from '../../../lib/organizations/use-organization-id.ts';
import { useServices } from '../../../lib/services.ts';

const { expandFlow } = flowTraceEndpoints;

export type ExpandQuestion = CallInput<typeof expandFlow>['body'];
export type ExpandAnswer = CallOutput<typeof expandFlow>;

/** A query can scan 10,000 transactions. */
const timeoutMs = 60_000;

function useAsk() {
  const { api } = useServices();
  const { ready, id: organizationId } = useOrganizationId();
  return {
    ready,
    options: (question: ExpandQuestion) => ({
      queryKey: [expandFlow.id, organizationId, question],
      queryFn: ({ signal }: { signal?: AbortSignal }) =>
        api(expandFlow, { body: question }, { signal, organizationId, timeoutMs }),
    }),
  };
}

/** Reads transfers of an address; disabled without a query. */
export function useTransfers(question: ExpandQuestion | undefined) {
  const { ready, options } = useAsk();
  return useQuery({
    ...options(question ?? { address: '' }),
    enabled: ready && question !== undefined,
  });
}

/** Returns a function that fetches transfers, or returns a fresh cached answer. */
export function useExpand(): (question: ExpandQuestion) => Promise<ExpandAnswer> {
  const queries = useQueryClient();
  const { options } = useAsk();
  return (question) => queries.fetchQuery(options(question));
}
