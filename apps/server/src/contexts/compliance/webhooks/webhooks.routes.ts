import { webhookEndpoints as calls } from '@hopscope/contract';
import type { Context } from '../../../context.ts';
import type { Router } from '../../../http/router.ts';

export function webhookRoutes(
  { route }: Router,
  { webhooks, webhookDeliveries: deliveries }: Pick<Context, 'webhooks' | 'webhookDeliveries'>,
): void {
  route(calls.listWebhooks, async ({ member }) => ({ data: await webhooks.list(member) }));
  route(calls.createWebhook, (call) => webhooks.create(call, call.body));
  route(calls.changeWebhook, async (call) => ({
    data: await webhooks.change(call, call.params.id, call.body),
  }));
  route(calls.deleteWebhook, async (call) => {
    await webhooks.remove(call, call.params.id);
    return { deleted: true as const };
  });
  route(calls.rotateWebhookSecret, (call) => webhooks.rotate(call, call.params.id));
  route(calls.testWebhook, async (call) => ({ data: await deliveries.test(call, call.params.id) }));
  route(calls.listWebhookDeliveries, ({ member, params, query }) =>
    deliveries.list(member, params.id, query),
  );
  route(calls.resendWebhookDeliveries, (call) => deliveries.resend(call, call.params.id, call.body));
  route(calls.listAlertEvents, ({ member, query }) => deliveries.events(member, query));
}
