import {
  type TravelInstitution,
  type TravelTransfer,
  type TravelTransferDetails,
  travelRuleEndpoints as calls,
} from '@hopscope/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCall } from '../../../lib/api/use-call.ts';
import { useServices } from '../../../lib/services.ts';
import type { TravelSearch } from '../model/travel-search.ts';

/** Maximum number of listed rows, the newest. */
export const shownRows = 100;
const page = { page: 1, limit: shownRows };
/** Interval in milliseconds at which transfers are read whose message is on its way. */
const readEveryMs = 2_000;
const moves = ({ delivery, state }: TravelTransfer): boolean => delivery !== null || state === 'sending';

export function useTravelInstitution(organizationId: string) {
  const { api } = useServices();
  return useQuery<TravelInstitution | null>({
    queryKey: [calls.getTravelInstitution.id, organizationId],
    queryFn: async ({ signal }) =>
      (await api(calls.getTravelInstitution, {}, { signal, organizationId })).data,
  });
}

/** Reads the newest transfers that match the filters, again and again while a message is on its way. */
export function useTravelTransfers(organizationId: string, { direction, state }: TravelSearch) {
  const { api } = useServices();
  const query = { ...page, ...(direction && { direction }), ...(state && { state }) };
  return useQuery<{ data: TravelTransfer[]; total: number }>({
    queryKey: [calls.listTravelTransfers.id, organizationId, query],
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.data.some(moves) ? readEveryMs : false),
    queryFn: ({ signal }) => api(calls.listTravelTransfers, { query }, { signal, organizationId }),
  });
}

/** Reads a transfer with its people; the audit log records it, so it is not read again by itself. */
export function useTravelTransfer(organizationId: string, id: string) {
  const { api } = useServices();
  return useQuery<TravelTransferDetails>({
    queryKey: [calls.getTravelTransfer.id, organizationId, id],
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) =>
      (await api(calls.getTravelTransfer, { params: { id } }, { signal, organizationId })).data,
  });
}

export function useTravelAddresses(organizationId: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [calls.listTravelAddresses.id, organizationId],
    staleTime: 0,
    queryFn: ({ signal }) => api(calls.listTravelAddresses, { query: page }, { signal, organizationId }),
  });
}

export function useWalletProofs(organizationId: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [calls.listWalletProofs.id, organizationId],
    staleTime: 0,
    queryFn: ({ signal }) => api(calls.listWalletProofs, { query: page }, { signal, organizationId }),
  });
}

const transfers = [calls.listTravelTransfers, calls.getTravelTransfer];

export const useSaveTravelInstitution = (organizationId: string) =>
  useCall(calls.saveTravelInstitution, {
    organizationId,
    changes: [calls.getTravelInstitution, calls.listTravelAddresses],
  });
export const useCreateTravelAddress = (organizationId: string) =>
  useCall(calls.createTravelAddress, { organizationId, changes: [calls.listTravelAddresses] });
export const useDeleteTravelAddress = (organizationId: string) =>
  useCall(calls.deleteTravelAddress, { organizationId, changes: [calls.listTravelAddresses] });
export const useLookUpTravelAddress = (organizationId: string) =>
  useCall(calls.lookUpTravelAddress, { organizationId });
export const useSendTravelTransfer = (organizationId: string) =>
  useCall(calls.sendTravelTransfer, { organizationId, changes: transfers });
export const useApproveTransfer = (organizationId: string) =>
  useCall(calls.approveTravelTransfer, { organizationId, changes: transfers });
export const useRejectTransfer = (organizationId: string) =>
  useCall(calls.rejectTravelTransfer, { organizationId, changes: transfers });
export const useRequestInformation = (organizationId: string) =>
  useCall(calls.requestTravelInformation, { organizationId, changes: transfers });
export const useSendInformation = (organizationId: string) =>
  useCall(calls.sendTravelInformation, { organizationId, changes: transfers });
export const useCompleteTransfer = (organizationId: string) =>
  useCall(calls.completeTravelTransfer, { organizationId, changes: transfers });
export const useCancelTransfer = (organizationId: string) =>
  useCall(calls.cancelTravelTransfer, { organizationId, changes: transfers });
export const useCreateWalletProof = (organizationId: string) =>
  useCall(calls.createWalletProof, { organizationId, changes: [calls.listWalletProofs] });
export const useProveWallet = (organizationId: string) =>
  useCall(calls.proveWallet, { organizationId, changes: [calls.listWalletProofs] });
