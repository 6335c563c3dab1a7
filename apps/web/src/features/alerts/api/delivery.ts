import { alertEndpoints, type WebhookDelivery, webhookEndpoints } from '@hopscope/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCall } from '../../../lib/api/use-call.ts';
import { useServices } from '../../../lib/services.ts';

const { getAlertMail, setAlertMail } = alertEndpoints;
const { changeWebhook, createWebhook, deleteWebhook, listWebhookDeliveries, listWebhooks } = webhookEndpoints;
const { resendWebhookDeliveries, rotateWebhookSecret, testWebhook } = webhookEndpoints;
const changes = [listWebhooks, listWebhookDeliveries];
/** Polling interval of unfinished deliveries in milliseconds. */
const againMs = 5_000;

export function useAlertMail(organizationId: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [getAlertMail.id, organizationId],
    queryFn: async ({ signal }) => (await api(getAlertMail, {}, { signal, organizationId })).data,
  });
}
export const useSetAlertMail = (organizationId: string) =>
  useCall(setAlertMail, { organizationId, changes: [getAlertMail] });

export function useWebhooks(organizationId: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [listWebhooks.id, organizationId],
    staleTime: 0,
    refetchInterval: againMs,
    queryFn: async ({ signal }) => (await api(listWebhooks, {}, { signal, organizationId })).data,
  });
}

/** Reads deliveries of a webhook, page by page. */
export function useDeliveries(
  organizationId: string,
  id: string,
  state: WebhookDelivery['state'] | undefined,
) {
  const { api } = useServices();
  return useInfiniteQuery({
    queryKey: [listWebhookDeliveries.id, organizationId, id, state ?? 'all'],
    staleTime: 0,
    refetchInterval: againMs,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam }) => {
      const query = { ...(state && { state }), ...(pageParam !== undefined && { before: pageParam }) };
      return api(listWebhookDeliveries, { params: { id }, query }, { signal, organizationId });
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

export const useCreateWebhook = (organizationId: string) =>
  useCall(createWebhook, { organizationId, changes });
export const useChangeWebhook = (organizationId: string) =>
  useCall(changeWebhook, { organizationId, changes });
export const useDeleteWebhook = (organizationId: string) =>
  useCall(deleteWebhook, { organizationId, changes });
export const useRotateSecret = (organizationId: string) =>
  useCall(rotateWebhookSecret, { organizationId, changes });
export const useTestWebhook = (organizationId: string) => useCall(testWebhook, { organizationId, changes });
export const useResend = (organizationId: string) =>
  useCall(resendWebhookDeliveries, { organizationId, changes });
