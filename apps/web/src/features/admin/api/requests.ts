import { getOutboxMail, listOutbox, operatorEndpoints, retryOutboxMail } from '@hopscope/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCall } from '../../../lib/api/use-call.ts';
import { useServices } from '../../../lib/services.ts';
import { adminPageSize } from './plans.ts';

const { listContactRequests, closeContactRequest, endPersonSessions } = operatorEndpoints;

export function useContactRequests(page: number) {
  const { api } = useServices();
  return useQuery({
    queryKey: [listContactRequests.id, page],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api(listContactRequests, { query: { page, limit: adminPageSize } }, { signal }),
  });
}

export function useCloseContactRequest() {
  return useCall(closeContactRequest, { changes: [listContactRequests] });
}

export function useEndPersonSessions() {
  return useCall(endPersonSessions, { changes: [] });
}

/** Reads queued, waiting, delivered, and failed mails. */
export function useOutbox(page: number) {
  const { api } = useServices();
  return useQuery({
    queryKey: [listOutbox.id, page],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api(listOutbox, { query: { page, limit: adminPageSize } }, { signal })).data,
  });
}

export function useOutboxMail(id: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [getOutboxMail.id, id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api(getOutboxMail, { params: { id } }, { signal })).data,
  });
}

export function useRetryMail() {
  return useCall(retryOutboxMail, { changes: [listOutbox, getOutboxMail] });
}
