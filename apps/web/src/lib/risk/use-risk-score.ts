import { calculateRisk } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useOrganizationId } from '../organizations/use-organization-id.ts';
import { useServices } from '../services.ts';
import { useRiskAsset } from './risk-asset.ts';

/** Reads the risk score of an address by the organization's profile, with its evidence; fresh for five minutes. */
export function useRiskScore(address: string) {
  const { api } = useServices();
  const { ready, id: organizationId } = useOrganizationId();
  const asset = useRiskAsset();
  return useQuery({
    queryKey: [calculateRisk.id, organizationId, address, asset],
    enabled: ready,
    queryFn: async ({ signal }) =>
      (
        await api(
          calculateRisk,
          { body: { identifier: address, type: 'address', ...asset } },
          { signal, organizationId },
        )
      ).data,
  });
}
