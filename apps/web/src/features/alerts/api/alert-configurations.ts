import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useServices, useUser } from '../../../lib/services.ts';
import type { AlertConfiguration } from '../model/alert-form.ts';
import { createConfigurationStore } from './configuration-store.ts';

const key = 'alertConfigurations';
/** This browser answers: it needs no network. */
const networkMode = 'always';

function useStore() {
  const { storage } = useServices();
  return createConfigurationStore(storage, useUser()._id);
}

/** The configurations that the person saved in the organisation. */
export function useAlertConfigurations(organizationId: string) {
  const store = useStore();
  return useQuery({
    queryKey: [key, organizationId],
    networkMode,
    staleTime: 0,
    queryFn: async () => store.list(organizationId),
  });
}

export function useSaveAlertConfiguration(organizationId: string) {
  const store = useStore();
  const queries = useQueryClient();
  return useMutation({
    networkMode,
    mutationFn: async (configuration: AlertConfiguration) =>
      store.add(organizationId, configuration, new Date()),
    onSuccess: () => queries.invalidateQueries({ queryKey: [key] }),
  });
}

export function useDeleteAlertConfiguration(organizationId: string) {
  const store = useStore();
  const queries = useQueryClient();
  return useMutation({
    networkMode,
    mutationFn: async (id: string) => store.remove(organizationId, id),
    onSuccess: () => queries.invalidateQueries({ queryKey: [key] }),
  });
}
