import { complianceReviewerEndpoints } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../../lib/api/use-call.ts';
import { useServices } from '../../../lib/services.ts';

const { listComplianceReviewers, setComplianceReviewer } = complianceReviewerEndpoints;

/** Reads members with their open transactions, and who receives new ones. */
export function useReviewerLoads(organizationId: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [listComplianceReviewers.id, organizationId],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api(listComplianceReviewers, {}, { signal, organizationId })).data,
  });
}

export const useSetReviewer = (organizationId: string) =>
  useCall(setComplianceReviewer, { organizationId, changes: [listComplianceReviewers] });
