import { calculateRisk, type RiskFactor } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

/** Reads the current factors of a transaction's score, largest first. */
export function useReasons(organizationId: string, txId: string, enabled: boolean) {
  const { api } = useServices();
  return useQuery({
    queryKey: [calculateRisk.id, organizationId, 'transaction', txId],
    enabled,
    queryFn: async ({ signal }) => {
      const { data } = await api(
        calculateRisk,
        { body: { identifier: txId, type: 'transaction' } },
        { signal, organizationId },
      );
      const factors: RiskFactor[] = [data.entityRisk, data.transactionRisk, data.jurisdictionRisk]
        .flatMap((group) => group.factors)
        .filter(({ points }) => points > 0)
        .toSorted((a, b) => b.contribution - a.contribution);
      return { score: data.score, factors };
    },
  });
}
