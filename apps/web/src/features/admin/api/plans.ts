import { operatorEndpoints, subscriptionEndpoints } from '@hopscope/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCall } from '../../../lib/api/use-call.ts';
import { useServices } from '../../../lib/services.ts';

const { listPlans, listSubscriptions, listAllInvoices } = operatorEndpoints;
export const adminPageSize = 50;

/** Reads plans with the number of organizations on each. */
export function usePlans() {
  const { api } = useServices();
  return useQuery({
    queryKey: [listPlans.id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api(listPlans, {}, { signal })).data,
  });
}

export function useChangePlan() {
  return useCall(operatorEndpoints.changePlan, { changes: [listPlans, subscriptionEndpoints.listTiers] });
}

/** Reads a page of organizations and their subscriptions. */
export function useSubscriptions(page: number, search: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [listSubscriptions.id, page, search],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api(
        listSubscriptions,
        { query: { page, limit: adminPageSize, ...(search !== '' && { search }) } },
        { signal },
      ),
  });
}

/** Assigns a plan to an organization as agreed with it. */
export function useAssignPlan() {
  return useCall(operatorEndpoints.assignPlan, {
    changes: [listSubscriptions, listPlans, subscriptionEndpoints.getSubscription],
  });
}

export function useAllInvoices(page: number) {
  const { api } = useServices();
  return useQuery({
    queryKey: [listAllInvoices.id, page],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api(listAllInvoices, { query: { page, limit: adminPageSize } }, { signal }),
  });
}

/** Confirms that an invoice was paid. */
export function useConfirmInvoice() {
  return useCall(operatorEndpoints.confirmInvoice, { changes: [listAllInvoices, listSubscriptions] });
}
