import { type Organization, organizationEndpoints } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useServices, useSessionState } from '../services.ts';
import { pickActive } from './active-organization.ts';

const { listOrganizations } = organizationEndpoints;
/** Maximum page size of the call; a person in more organizations reaches the rest by leaving some. */
const limit = 200;

/** Reads the organizations of the signed-in person. */
export function useOrganizations() {
  const { api } = useServices();
  const session = useSessionState();
  return useQuery({
    queryKey: [listOrganizations.id],
    enabled: session.status === 'signed-in',
    queryFn: async ({ signal }) =>
      (await api(listOrganizations, { query: { limit } }, { signal })).data.organizations,
  });
}

/** Returns the active organization; `none` once it is known that there is none. */
export function useActiveOrganization(): {
  organization: Organization | undefined;
  organizations: readonly Organization[];
  none: boolean;
  error: Error | null;
  refetch: () => unknown;
} {
  const { activeOrganization } = useServices();
  const chosen = useSyncExternalStore(activeOrganization.subscribe, activeOrganization.id);
  const { data, error, refetch } = useOrganizations();
  const organizations = data ?? [];
  return {
    organization: pickActive(organizations, chosen),
    organizations,
    none: data?.length === 0,
    error,
    refetch,
  };
}
