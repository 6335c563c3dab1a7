import { type CallOutput, listRiskHistory } from '@hopscope/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useOrganizationId } from '../../../lib/organizations/use-organization-id.ts';
import { useRiskAsset } from '../../../lib/risk/risk-asset.ts';
import { useServices } from '../../../lib/services.ts';
import { dashboardKey } from './dashboard-key.ts';

export type ScoreHistoryRow = CallOutput<typeof listRiskHistory>['data'][number];

export const scoreHistoryPage = 5;

/** Reads the score history of an address, newest first: one row per change. */
export function useScoreHistory(addr: string, page: number, after: string | undefined) {
  const { api } = useServices();
  const { ready, id: organizationId } = useOrganizationId();
  const asset = useRiskAsset();
  return useQuery({
    // The current score can add a row, so wait for it.
    queryKey: [dashboardKey, addr, listRiskHistory.id, organizationId, page, after, asset],
    enabled: ready && after !== undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api(
        listRiskHistory,
        { query: { identifier: addr, page, limit: scoreHistoryPage, ...asset } },
        { signal, organizationId },
      ),
  });
}
