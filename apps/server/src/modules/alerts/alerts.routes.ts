import { alertEndpoints as calls } from '@hopscope/contract';
import type { Context } from '../../context.ts';
import type { Router } from '../../http/router.ts';

export function alertRoutes(
  { route }: Router,
  { alerts, alertRules, dryRunAlertRule }: Pick<Context, 'alerts' | 'alertRules' | 'dryRunAlertRule'>,
): void {
  route(calls.listAlertRules, async ({ member }) => ({ data: await alertRules.list(member) }));
  route(calls.createAlertRule, async (call) => ({ data: await alertRules.create(call, call.body) }));
  route(calls.changeAlertRule, async (call) => ({
    data: await alertRules.change(call, call.params.id, call.body),
  }));
  route(calls.deleteAlertRule, async (call) => {
    await alertRules.remove(call, call.params.id);
    return { deleted: true as const };
  });
  route(calls.dryRunAlertRule, ({ member, body, query }) => dryRunAlertRule(member, body, query));
  route(calls.listAlerts, ({ member, query }) => alerts.list(member, query));
  route(calls.acknowledgeAlert, async (call) => ({
    data: await alerts.acknowledge(call, call.params.id, call.body.version),
  }));
  route(calls.assignAlert, async (call) => ({ data: await alerts.assign(call, call.params.id, call.body) }));
}
