import { alertEndpoints } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useScreenerCounts } from '../../features/compliance/api/counts.ts';
import { useActiveOrganization } from '../../lib/organizations/use-organizations.ts';
import { useServices } from '../../lib/services.ts';
import type { SectionCounter } from './sections.ts';

/** What waits in a section. */
export interface SectionCount {
  waiting: number;
  /** What is counted, in the plural. */
  noun: string;
  /** Part of all open work that is past its deadline. */
  overdue: number;
}

const { listAlerts } = alertEndpoints;

/** Reads the number of new alerts. */
function useNewAlerts(organizationId: string | undefined) {
  const { api } = useServices();
  return useQuery({
    queryKey: [listAlerts.id, organizationId, 'counter'],
    enabled: organizationId !== undefined,
    queryFn: async ({ signal }) =>
      (await api(listAlerts, { query: { limit: 1 } }, { signal, organizationId })).counts.new,
  });
}

/** Returns the counters of the navigation; zero until they are known, so that nothing moves. */
export function useSectionCounters(): Record<SectionCounter, SectionCount> {
  const { organization } = useActiveOrganization();
  const { data: counts } = useScreenerCounts(organization?._id);
  const { data: alerts = 0 } = useNewAlerts(organization?._id);
  return {
    unassigned: { waiting: counts?.unassigned ?? 0, noun: 'unassigned', overdue: counts?.overdue ?? 0 },
    alerts: { waiting: alerts, noun: 'new', overdue: 0 },
  };
}
