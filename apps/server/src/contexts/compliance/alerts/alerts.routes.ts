import { alertEndpoints as calls } from '@hopscope/contract';
import type { Context } from '../../../context.ts';
import type { Router } from '../../../http/router.ts';

export function alertRoutes(
  { route }: Router,
  {
    alerts,
    alertMail,
    alertRules,
    dryRunAlertRule,
  }: Pick<Context, 'alerts' | 'alertMail' | 'alertRules' | 'dryRunAlertRule'>,
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
  route(calls.listAlertGroups, ({ member, query }) => alerts.groups(member, query));
  route(calls.acknowledgeAlert, async (call) => ({
    data: await alerts.acknowledge(call, call.params.id, call.body.version),
  }));
  route(calls.acknowledgeAlerts, (call) => alerts.acknowledgeAll(call, call.body.alerts));
  route(calls.assignAlert, async (call) => ({ data: await alerts.assign(call, call.params.id, call.body) }));
  route(calls.getAlertMail, async ({ member }) => ({ data: await alertMail.read(member) }));
  route(calls.setAlertMail, async (call) => ({ data: await alertMail.set(call, call.body.frequency) }));
}
