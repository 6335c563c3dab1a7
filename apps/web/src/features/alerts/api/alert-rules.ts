import { alertEndpoints, type AlertRuleInput, alertLimits } from '@hopscope/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCall } from '../../../lib/api/use-call.ts';
import { useServices } from '../../../lib/services.ts';

const { changeAlertRule, createAlertRule, deleteAlertRule, dryRunAlertRule, listAlertRules } = alertEndpoints;
const changes = [listAlertRules];

/** Reads the rules of the organization, newest first. */
export function useAlertRules(organizationId: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [listAlertRules.id, organizationId],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api(listAlertRules, {}, { signal, organizationId })).data,
  });
}

export const useSaveAlertRule = (organizationId: string) =>
  useCall(createAlertRule, { organizationId, changes });
export const useChangeAlertRule = (organizationId: string) =>
  useCall(changeAlertRule, { organizationId, changes });
export const useDeleteAlertRule = (organizationId: string) =>
  useCall(deleteAlertRule, { organizationId, changes });

/** Reads a page of the alerts that a rule would have raised. */
export function useDryRun(organizationId: string, rule: AlertRuleInput, page: number) {
  const { api } = useServices();
  return useQuery({
    queryKey: [dryRunAlertRule.id, organizationId, rule, page],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api(
        dryRunAlertRule,
        { query: { page, limit: alertLimits.pageSize }, body: rule },
        { signal, organizationId },
      ),
  });
}
