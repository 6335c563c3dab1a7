import { organizationEndpoints, subscriptionEndpoints } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../../lib/api/use-call.ts';
import { useServices } from '../../../lib/services.ts';

const { listTiers, getSubscription, getUsage, listInvoices, previewSubscription } = subscriptionEndpoints;
const changes = [
  getSubscription,
  getUsage,
  listInvoices,
  previewSubscription,
  organizationEndpoints.listOrganizations,
];

/** Reads the plans in order. */
export function useTiers() {
  const { api } = useServices();
  return useQuery({
    queryKey: [listTiers.id],
    queryFn: async ({ signal }) => (await api(listTiers, {}, { signal })).data,
  });
}

export function useSubscription(id: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [getSubscription.id, id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api(getSubscription, { params: { id } }, { signal })).data,
  });
}

/** Reads the organization's usage of its limits. */
export function useUsage(id: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [getUsage.id, id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api(getUsage, { params: { id } }, { signal })).data,
  });
}

export function useInvoices(id: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [listInvoices.id, id],
    staleTime: 0,
    queryFn: ({ signal }) => api(listInvoices, { params: { id }, query: { limit: 24 } }, { signal }),
  });
}

/** Reads the cost of a plan change. */
export function usePreview(id: string, choice: { tierId: string; billingPeriod: 'monthly' | 'yearly' }) {
  const { api } = useServices();
  return useQuery({
    queryKey: [previewSubscription.id, id, choice.tierId, choice.billingPeriod],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await api(previewSubscription, { params: { id }, body: choice }, { signal })).data,
  });
}

/** Starts a subscription: from the free plan, or after a cancellation. */
export function useCreateSubscription() {
  return useCall(subscriptionEndpoints.createSubscription, { changes });
}

export function useChangeSubscription() {
  return useCall(subscriptionEndpoints.changeSubscription, { changes });
}

export function useCancelSubscription() {
  return useCall(subscriptionEndpoints.cancelSubscription, { changes });
}

/** Opens Stripe's page for cards and invoices. */
export function useBillingPortal() {
  return useCall(subscriptionEndpoints.openBillingPortal, {
    onSuccess: ({ data }) => window.location.assign(data.url),
  });
}
