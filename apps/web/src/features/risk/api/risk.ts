import { calculateRisks, compareRiskMethods, recountRisk } from '@hopscope/contract';
import type { RiskLevel } from '@hopscope/domain';
import { useQuery } from '@tanstack/react-query';
import { useOrganizationId } from '../../../lib/organizations/use-organization-id.ts';
import { useRiskAsset } from '../../../lib/risk/risk-asset.ts';
import { useServices } from '../../../lib/services.ts';
import { dashboardKey } from './dashboard-key.ts';

export interface RiskInShort {
  level: RiskLevel;
  /** 0 to 100; null: unknown. */
  score: number | null;
  state: string;
  reason: string | null;
}

/** Reads levels and scores of other addresses on the dashboard of `addr`, by address. */
export function useRiskOfOthers(addr: string, others: readonly string[]) {
  const { api } = useServices();
  const { ready, id: organizationId } = useOrganizationId();
  const asked = [...new Set(others)].toSorted();
  return useQuery({
    queryKey: [dashboardKey, addr, calculateRisks.id, organizationId, asked],
    enabled: ready && asked.length > 0,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, RiskInShort>> => {
      const items = asked.map((identifier) => ({ identifier, type: 'address' as const }));
      const { data } = await api(calculateRisks, { body: { items } }, { signal, organizationId });
      return new Map(
        data.map(({ identifier, level, score, state, reason }) => [
          identifier,
          { level, score, state, reason },
        ]),
      );
    },
  });
}

/** Reads the score without the factors of the given ids; not fetched without any. Keeps the previous answer while loading. */
export function useRecount(addr: string, without: readonly string[]) {
  const { api } = useServices();
  const { ready, id: organizationId } = useOrganizationId();
  const asset = useRiskAsset();
  const factors = without.toSorted();
  return useQuery({
    queryKey: [dashboardKey, addr, recountRisk.id, organizationId, asset, factors],
    enabled: ready && factors.length > 0,
    queryFn: async ({ signal }) =>
      (
        await api(
          recountRisk,
          { body: { identifier: addr, type: 'address', ...asset, without: factors } },
          { signal, organizationId },
        )
      ).data,
    placeholderData: (previous, query) => (query?.queryKey[1] === addr ? previous : undefined),
  });
}

/** Reads the score by each of the four methods; fetched once `wanted`. */
export function useRiskMethods(addr: string, wanted: boolean) {
  const { api } = useServices();
  const { ready, id: organizationId } = useOrganizationId();
  const asset = useRiskAsset();
  return useQuery({
    queryKey: [dashboardKey, addr, compareRiskMethods.id, organizationId, asset],
    enabled: ready && wanted,
    queryFn: async ({ signal }) =>
      (
        await api(
          compareRiskMethods,
          { body: { identifier: addr, type: 'address', ...asset } },
          { signal, organizationId },
        )
      ).data,
  });
}
