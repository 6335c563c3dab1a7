import {
  complianceEndpoints,
  type MonitoredWallet,
  monitoredWalletEndpoints,
  monitoringEndpoints,
} from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../../lib/api/use-call.ts';
import { useServices } from '../../../lib/services.ts';
import { useDebouncedValue } from '../../../lib/use-debounced-value.ts';

const {
  addMonitoredWallet,
  changeMonitoredWallet,
  deleteMonitoredWallet,
  listMonitoredWallets,
  previewMonitoredWallet,
} = monitoredWalletEndpoints;
/** Maximum number of listed wallets, the newest. */
export const shownWallets = 200;
/** Delay before a preview, in milliseconds; otherwise, each typed letter would be a call. */
const pauseMs = 300;
/** Interval in milliseconds at which the progress of a search for used addresses is read. */
const readEveryMs = 2_000;

/** Reads the newest monitored wallets, again and again while one is searched for used addresses. */
export function useWallets(organizationId: string) {
  const { api } = useServices();
  const query = { page: 1, limit: shownWallets };
  return useQuery<{ data: MonitoredWallet[]; total: number }>({
    queryKey: [listMonitoredWallets.id, organizationId],
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.data.some((wallet) => wallet.state === 'searching') ? readEveryMs : false,
    queryFn: ({ signal }) => api(listMonitoredWallets, { query }, { signal, organizationId }),
  });
}

/** Reads the first addresses of a descriptor or key, after a pause in typing. */
export function useWalletPreview(organizationId: string, text: string) {
  const { api } = useServices();
  const source = useDebouncedValue(text.trim(), pauseMs);
  return useQuery({
    queryKey: [previewMonitoredWallet.id, organizationId, source],
    enabled: source !== '',
    retry: false,
    queryFn: async ({ signal }) =>
      (await api(previewMonitoredWallet, { body: { source } }, { signal, organizationId })).data,
  });
}

const changes = [
  listMonitoredWallets,
  monitoringEndpoints.filterMonitoredAddresses,
  complianceEndpoints.countComplianceTransactions,
];

export const useAddWallet = (organizationId: string) =>
  useCall(addMonitoredWallet, { organizationId, changes });
export const useChangeWallet = (organizationId: string) =>
  useCall(changeMonitoredWallet, { organizationId, changes });
export const useDeleteWallet = (organizationId: string) =>
  useCall(deleteMonitoredWallet, { organizationId, changes });
