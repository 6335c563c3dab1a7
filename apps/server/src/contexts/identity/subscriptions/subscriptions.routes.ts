import { operatorEndpoints, subscriptionEndpoints } from '@hopscope/contract';
import type { Context } from '../../../context.ts';
import type { Router } from '../../../http/router.ts';

export function subscriptionRoutes(
  { route }: Router,
  { subscriptions, planAdministration, usage }: Context,
): void {
  route(subscriptionEndpoints.listTiers, async () => ({ data: await subscriptions.tiers() }));
  route(subscriptionEndpoints.getSubscription, async ({ member }) => ({
    data: await subscriptions.get(member),
  }));
  route(subscriptionEndpoints.createSubscription, async (call) => subscriptions.create(call, call.body));
  route(subscriptionEndpoints.changeSubscription, async (call) => subscriptions.change(call, call.body));
  route(subscriptionEndpoints.cancelSubscription, async (call) => ({
    data: await subscriptions.cancel(call, call.body.cancelImmediately),
  }));
  route(subscriptionEndpoints.previewSubscription, async ({ member, body }) => ({
    data: await subscriptions.preview(member, body),
  }));
  route(subscriptionEndpoints.openBillingPortal, async ({ member }) => ({
    data: { url: await subscriptions.portal(member) },
  }));
  route(subscriptionEndpoints.listInvoices, async ({ member, query }) =>
    subscriptions.listInvoices(member, query),
  );
  route(subscriptionEndpoints.getUsage, async ({ member }) => ({ data: await usage.get(member) }));
  route(subscriptionEndpoints.stripeWebhook, async ({ raw, headers }) => {
    const signature = headers['stripe-signature'];
    await subscriptions.receiveFromStripe(raw, Array.isArray(signature) ? signature[0] : signature);
    return { received: true as const };
  });

  route(operatorEndpoints.listPlans, async () => ({ data: await planAdministration.listPlans() }));
  route(operatorEndpoints.changePlan, async (call) => ({
    data: await planAdministration.changePlan(call, call.params.planId, call.body),
  }));
  route(operatorEndpoints.listSubscriptions, async ({ query }) =>
    planAdministration.listSubscriptions(query),
  );
  route(operatorEndpoints.assignPlan, async (call) => ({
    data: await planAdministration.assign(call, call.params.organizationId, call.body),
  }));
  route(operatorEndpoints.listAllInvoices, async ({ query }) => planAdministration.listInvoices(query));
  route(operatorEndpoints.confirmInvoice, async (call) => ({
    data: await planAdministration.confirmInvoice(call, call.params.invoiceId),
  }));
}
