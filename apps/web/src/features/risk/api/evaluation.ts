import { getRiskEvaluation } from '@hopscope/contract';
import type { CallOutput } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

export type Evaluation = CallOutput<typeof getRiskEvaluation>['data'];
export type MeasuredShare = Evaluation['direct']['high'];

/** Reads the measured quality of scores; changes only with the application version. */
export function useEvaluation() {
  const { api } = useServices();
  return useQuery({
    queryKey: [getRiskEvaluation.id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await api(getRiskEvaluation, {}, { signal })).data,
  });
}
