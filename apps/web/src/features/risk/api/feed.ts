import { socialEndpoints } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useOrganizationId } from '../../../lib/organizations/use-organization-id.ts';
import { useServices } from '../../../lib/services.ts';
import { dashboardKey } from './dashboard-key.ts';

const { getSocialFeed } = socialEndpoints;

/** Reads news and posts that mention an address, its beneficial owner, or its entity. */
export function useFeed(addr: string) {
  const { api } = useServices();
  const { ready, id: organizationId } = useOrganizationId();
  return useQuery({
    queryKey: [dashboardKey, addr, getSocialFeed.id, organizationId],
    enabled: ready,
    queryFn: ({ signal }) => api(getSocialFeed, { params: { addr } }, { signal, organizationId }),
  });
}
