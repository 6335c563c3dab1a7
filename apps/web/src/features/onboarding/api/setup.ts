import {
  getDirectoryUpdate,
  invitationEndpoints,
  monitoringEndpoints,
  type Organization,
  organizationEndpoints,
} from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServerHealth } from '../../../lib/server-health.ts';
import { useServices } from '../../../lib/services.ts';

export const setupSteps = ['chain', 'lists', 'people', 'addresses'] as const;
export type SetupStep = (typeof setupSteps)[number];

const first = { limit: 1 };

/** Reads which steps of the first setup an organization has done; undefined while loading or after a failure. */
export function useSetup(organization: Organization | undefined): Record<SetupStep, boolean> | undefined {
  const { api } = useServices();
  const { data: health } = useServerHealth();
  const id = organization?._id;
  const { data } = useQuery({
    queryKey: ['setup', id],
    enabled: id !== undefined,
    queryFn: async ({ signal }) => {
      const params = { id: id ?? '' };
      const [directory, members, invitations, monitored] = await Promise.all([
        api(getDirectoryUpdate, {}, { signal }),
        api(organizationEndpoints.listMembers, { params, query: first }, { signal }),
        api(invitationEndpoints.listInvitations, { params, query: first }, { signal }),
        api(monitoringEndpoints.listMonitoredAddresses, { query: first }, { signal, organizationId: id }),
      ]);
      return {
        lists: directory.entities > 0,
        people: members.total > 1 || invitations.total > 0,
        addresses: monitored.total > 0,
      };
    },
  });
  if (!data || !health) return undefined;
  const chain = [health.bitcoin, health.ethereum].some(({ coverage }) => coverage.kind !== 'empty');
  return { chain, ...data };
}
