import {
  type DirectorySource,
  invitationEndpoints,
  listDirectorySources,
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

/** Importers of what every directory has: what ships with Hopscope, and what it derives from the ledger. */
const ownImporters: readonly string[] = ['seed', 'behavior'];

/** Whether a source is a list that was imported; editors have rank 0. */
function isList({ importer, rank, entities, attributions }: DirectorySource): boolean {
  return rank > 0 && !ownImporters.includes(importer) && (entities ?? 0) + (attributions ?? 0) > 0;
}

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
      const [sources, members, invitations, monitored] = await Promise.all([
        api(listDirectorySources, {}, { signal }),
        api(organizationEndpoints.listMembers, { params, query: first }, { signal }),
        api(invitationEndpoints.listInvitations, { params, query: first }, { signal }),
        api(monitoringEndpoints.listMonitoredAddresses, { query: first }, { signal, organizationId: id }),
      ]);
      return {
        lists: sources.data.some(isList),
        people: members.total > 1 || invitations.total > 0,
        addresses: monitored.total > 0,
      };
    },
  });
  if (!data || !health) return undefined;
  const chain = [health.bitcoin, health.ethereum].some(({ coverage }) => coverage.kind !== 'empty');
  return { chain, ...data };
}
