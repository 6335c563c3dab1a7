import { endpoints } from '@hopscope/contract';
import type { LightMyRequestResponse } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { password } from '../../support/api/api-client.ts';
import { describeWithDatabase, type TestDatabases } from '../../support/databases.ts';
import { statuses } from '../../support/api/people-api.ts';
import { type StripeServer, startStripeServer } from '../../support/servers/stripe-server.ts';
import { createTeamsApi } from '../../support/api/teams-api.ts';

const day = 86_400_000;
const servers: StripeServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** An organization on an installation that is paid through Stripe. */
async function start(databases: TestDatabases) {
  let time = Date.UTC(2026, 0, 1);
  const stripe = await startStripeServer(() => time);
  servers.push(stripe);
  const api = await createTeamsApi(await databases.empty(), {
    start: time,
    env: {
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_URL: stripe.url,
      PUBLIC_URL: 'https://hopscope.example.org',
    },
  });
  const state = { ada: await api.someone('ada@example.org') };
  const id = await api.found(state.ada, 'Engines Ltd');
  const params = { id };
  const choice = (tierId: string, billingPeriod: 'monthly' | 'yearly') => ({ tierId, billingPeriod });
  const its = {
    api,
    stripe,
    id,
    get ada() {
      return state.ada;
    },
    get: async () => (await api.as(state.ada, endpoints.getSubscription, { params })).data,
    create: (tierId = 'team', billingPeriod: 'monthly' | 'yearly' = 'monthly') =>
      api.answer(state.ada, endpoints.createSubscription, {
        body: { organizationId: id, ...choice(tierId, billingPeriod) },
      }),
    change: (tierId: string, billingPeriod: 'monthly' | 'yearly' = 'monthly') =>
      api.answer(state.ada, endpoints.changeSubscription, { params, body: choice(tierId, billingPeriod) }),
    preview: async (tierId: string) =>
      (await api.as(state.ada, endpoints.previewSubscription, { params, body: choice(tierId, 'monthly') }))
        .data,
    cancel: (cancelImmediately: boolean) =>
      api.answer(state.ada, endpoints.cancelSubscription, { params, body: { cancelImmediately } }),
    post: ({ payload, headers }: ReturnType<StripeServer['message']>): Promise<LightMyRequestResponse> =>
      api.app.inject({ method: 'POST', url: '/api/v1/webhooks/stripe', payload, headers }),
    checkoutOf: (answer: LightMyRequestResponse): string =>
      answer.json<{ checkoutUrl: string }>().checkoutUrl.split('/').at(-1) ?? '',
    async later(days: number) {
      api.clock += days * day;
      time = api.clock;
      await api.work();
      state.ada = { ...(await api.logIn('ada@example.org')), email: 'ada@example.org' };
    },
    /** Checkout, payment, message. */
    async subscribe(tierId = 'team') {
      const subscription = stripe.pay(its.checkoutOf(await its.create(tierId)));
      const object = { id: 'cs', object: 'checkout.session', subscription: subscription.id };
      expect((await its.post(stripe.message('checkout.session.completed', object))).statusCode).toBe(200);
      return subscription;
    },
  };
  return its;
}

describeWithDatabase('Subscriptions by Stripe', (databases) => {
  test('checkout, and the plan counts once Stripe has said so', async () => {
    const its = await start(databases);
    const answer = await its.create();
    expect(answer.json()).toMatchObject({ data: { tierId: 'free', status: 'active', payment: 'stripe' } });
    expect(answer.json<{ checkoutUrl: string }>().checkoutUrl).toMatch(
      /^https:\/\/checkout\.stripe\.test\/cs_/,
    );
    const [checkout] = its.stripe.checkouts.values();
    expect(checkout).toMatchObject({
      organizationId: its.id,
      metadata: { organizationId: its.id },
      trialDays: 14,
      item: { price: { product: 'hopscope_team', unit_amount: 9900, currency: 'usd', interval: 'month' } },
    });
    const subscription = its.stripe.pay(checkout?.id ?? '');
    await its.post(its.stripe.about(subscription.id, 'customer.subscription.created'));
    expect(await its.get()).toMatchObject({
      tierId: 'team',
      status: 'trial',
      trialAvailable: false,
      trialEnd: new Date((subscription.trialEnd ?? 0) * 1000).toISOString(),
      limits: { maxMembers: 25 },
    });
    subscription.status = 'active';
    await its.post(its.stripe.about(subscription.id));
    expect((await its.get()).status).toBe('active');
    const { data } = await its.api.as(its.ada, endpoints.listAuditLog, { params: { id: its.id } });
    expect(data.entries[0]).toMatchObject({
      action: 'subscription.status_changed',
      actor: { id: null },
      reason: 'Stripe: customer.subscription.updated',
    });
    const portal = await its.api.as(its.ada, endpoints.openBillingPortal, { params: { id: its.id } });
    expect(portal.data.url).toBe(`https://portal.stripe.test/${subscription.customer}`);
    expect((await its.create()).statusCode).toBe(409);
  });

  test('messages without a valid signature are refused and do nothing', async () => {
    const its = await start(databases);
    const subscription = its.stripe.pay(its.checkoutOf(await its.create()));
    const good = its.stripe.about(subscription.id);
    const at = Math.floor(its.api.clock / 1000);
    const bad = [
      its.stripe.about(subscription.id, undefined, { secret: 'whsec_other' }),
      its.stripe.about(subscription.id, undefined, { at: at - 600 }),
      { ...good, payload: good.payload.replace('trialing', 'active') },
      { ...good, payload: ` ${good.payload}` },
      { ...good, headers: { 'content-type': 'application/json' } },
      { ...good, headers: { ...good.headers, 'stripe-signature': '' } },
      { ...good, headers: { ...good.headers, 'stripe-signature': 't=x,v1=y' } },
      { ...good, payload: '' },
    ];
    for (const message of bad) expect((await its.post(message)).statusCode).toBe(400);
    expect((await its.get()).tierId).toBe('free');
    expect(await its.api.rows('select * from stripe_event')).toEqual([]);
    expect((await its.post(good)).json()).toEqual({ success: true, received: true });
    expect((await its.get()).tierId).toBe('team');
  });

  test('a message counts once, ten copies at the same moment too', async () => {
    const its = await start(databases);
    const subscription = its.stripe.pay(its.checkoutOf(await its.create()));
    const message = its.stripe.about(subscription.id, undefined, { id: 'evt_same' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => its.post(message)));
    expect(statuses(answers)).toEqual(Array<number>(10).fill(200));
    expect(await its.api.rows('select id from stripe_event')).toEqual([{ id: 'evt_same' }]);
    const changes = (await its.api.audited(its.ada, its.id)).filter((action) =>
      action.startsWith('subscription.'),
    );
    expect(changes).toEqual(['subscription.created', 'subscription.status_changed']);
  });

  test('messages in any order end in the state that Stripe has', async () => {
    const its = await start(databases);
    const subscription = its.stripe.pay(its.checkoutOf(await its.create()));
    const created = its.stripe.about(subscription.id, 'customer.subscription.created');
    subscription.status = 'past_due';
    const failed = its.stripe.about(subscription.id, 'customer.subscription.updated');
    subscription.status = 'active';
    const paid = its.stripe.about(subscription.id, 'customer.subscription.updated');
    for (const message of [paid, failed, created]) {
      await its.post(message);
      expect((await its.get()).status).toBe('active');
    }
  });

  test('what changes here while Stripe is asked is not overwritten by the older answer', async () => {
    const its = await start(databases);
    const subscription = await its.subscribe();
    const first = its.stripe.about(subscription.id);
    // The second look is the one that counts; its answer is on the way while a newer message is taken.
    its.stripe.beforeRead = async () => {
      its.stripe.beforeRead = async () => {
        subscription.status = 'active';
        await its.post(its.stripe.about(subscription.id));
        expect((await its.get()).status).toBe('active');
      };
    };
    expect((await its.post(first)).statusCode).toBe(200);
    expect((await its.get()).status).toBe('active');
    const read = await its.api.rows<{ status: string }>('select status from subscription');
    expect(read).toEqual([{ status: 'active' }]);
    const changes = (await its.api.audited(its.ada, its.id)).filter((action) =>
      action.endsWith('status_changed'),
    );
    // To the trial and to active; never back.
    expect(changes).toHaveLength(2);
  });

  test('messages about unknown subscriptions, organizations and things are taken and change nothing', async () => {
    const its = await start(databases);
    const subscription = await its.subscribe();
    const before = await its.get();
    const stranger = { ...subscription, id: 'sub_stranger', status: 'canceled' };
    its.stripe.subscriptions.set('sub_stranger', stranger);
    its.stripe.subscriptions.set('sub_beside', { ...subscription, id: 'sub_beside', status: 'past_due' });
    its.stripe.subscriptions.set('sub_nowhere', { ...subscription, id: 'sub_nowhere', metadata: {} });
    its.stripe.subscriptions.set('sub_odd', {
      ...subscription,
      id: 'sub_odd',
      metadata: { organizationId: "x' or true --" },
    });
    its.stripe.subscriptions.set('sub_gone', {
      ...subscription,
      id: 'sub_gone',
      metadata: { organizationId: crypto.randomUUID() },
    });
    for (const id of ['sub_stranger', 'sub_beside', 'sub_nowhere', 'sub_odd', 'sub_gone', 'sub_missing']) {
      expect((await its.post(its.stripe.about(id))).statusCode).toBe(200);
    }
    for (const [type, object] of [
      ['invoice.paid', { id: 'in_1', object: 'invoice', parent: null }],
      ['customer.created', { id: 'cus_x', object: 'customer' }],
      ['something.new', { id: 'x', object: 'new' }],
      ['checkout.session.completed', { id: 'cs', object: 'checkout.session', subscription: null }],
    ] as const) {
      expect((await its.post(its.stripe.message(type, object))).statusCode).toBe(200);
    }
    expect(await its.get()).toEqual(before);
  });

  test('an unpaid invoice makes the plan past due, a paid one brings it back', async () => {
    const its = await start(databases);
    const subscription = await its.subscribe();
    const invoice = {
      id: 'in_1',
      object: 'invoice',
      parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
    };
    subscription.status = 'past_due';
    await its.post(its.stripe.message('invoice.payment_failed', invoice));
    expect(await its.get()).toMatchObject({ status: 'past_due', limits: { maxMembers: 5 } });
    subscription.status = 'active';
    await its.post(its.stripe.message('invoice.paid', invoice));
    expect(await its.get()).toMatchObject({ status: 'active', limits: { maxMembers: 25 } });
    // Periods of Stripe roll at Stripe.
    await its.later(60);
    expect((await its.get()).status).toBe('active');
  });

  test('change, cancel, take back, end: asked of Stripe, shown as Stripe has it', async () => {
    const its = await start(databases);
    const subscription = await its.subscribe();
    subscription.status = 'active';
    await its.post(its.stripe.about(subscription.id));
    expect(await its.preview('business')).toMatchObject({ nextAmount: 499, refusal: null });
    expect((await its.preview('business')).amountDueNow).toBeGreaterThan(0);
    expect((await its.change('business')).json()).toMatchObject({
      checkoutUrl: null,
      data: { tierId: 'business', status: 'active' },
    });
    expect((await its.change('business', 'yearly')).json()).toMatchObject({
      data: { billingPeriod: 'yearly' },
    });
    expect((await its.cancel(false)).json()).toMatchObject({
      data: { cancelAtPeriodEnd: true, status: 'active' },
    });
    expect(subscription.cancelAtPeriodEnd).toBe(true);
    expect((await its.change('business', 'yearly')).json()).toMatchObject({
      data: { cancelAtPeriodEnd: false },
    });
    expect((await its.cancel(true)).json()).toMatchObject({
      data: { status: 'canceled', limits: { maxMembers: 5 } },
    });
    expect(subscription.status).toBe('canceled');
    await its.post(its.stripe.about(subscription.id, 'customer.subscription.deleted'));
    expect((await its.get()).status).toBe('canceled');
    // The second plan is without trial, and its late messages do not touch the first.
    const [, second] = [
      ...its.stripe.checkouts.values(),
      its.stripe.checkouts.get(its.checkoutOf(await its.create())),
    ];
    expect(second?.trialDays).toBe(0);
    const again = its.stripe.pay(second?.id ?? '');
    await its.post(its.stripe.about(again.id));
    await its.post(its.stripe.about(subscription.id, 'customer.subscription.deleted'));
    expect((await its.get()).status).toBe('active');
  });

  test('of two checkouts only the later can be paid', async () => {
    const its = await start(databases);
    const first = its.checkoutOf(await its.create());
    const second = its.checkoutOf(await its.create('business'));
    expect(its.stripe.checkouts.get(first)?.status).toBe('expired');
    its.stripe.pay(second);
    // Paid, and the message has not come yet.
    expect((await its.create()).json()).toMatchObject({ status: 409, code: 'conflict' });
    expect(its.stripe.calls.filter((call) => call === 'POST /v1/customers')).toHaveLength(1);
  });

  test('a checkout that another call closes at the same moment does not stop the next one', async () => {
    const its = await start(databases);
    const first = its.checkoutOf(await its.create());
    const asked = its.stripe.calls.length;
    const isClosing = () => its.stripe.calls.slice(asked).some((call) => call.endsWith('/expire'));
    // Open when it is looked at, and closed when it is to be closed.
    Object.defineProperty(its.stripe.checkouts.get(first), 'status', {
      get: () => (isClosing() ? 'expired' : 'open'),
    });
    expect((await its.create('business')).statusCode).toBe(201);
    expect(isClosing()).toBe(true);
  });

  test('of checkouts opened at the same moment one stays open', async () => {
    const its = await start(databases);
    const answers = await Promise.all([its.create(), its.create('business'), its.create()]);
    // One that comes after another was answered closes it and opens its own.
    expect(statuses(answers).filter((status) => status !== 201 && status !== 409)).toEqual([]);
    const made = answers
      .filter(({ statusCode }) => statusCode === 201)
      .map((answer) => its.checkoutOf(answer));
    const open = [...its.stripe.checkouts.values()].filter((checkout) => checkout.status === 'open');
    expect(open).toHaveLength(1);
    expect(made).toContain(open[0]?.id);
    expect(new Set(open.map((checkout) => checkout.customer)).size).toBe(1);
  });

  test('while Stripe is away nothing changes, people are told, and messages come again', async () => {
    const its = await start(databases);
    its.stripe.failures.push('drop', 'drop');
    expect((await its.create()).json()).toMatchObject({
      status: 503,
      code: 'unavailable',
      message: 'The payment service is not responding. Please try again later.',
    });
    expect((await its.get()).tierId).toBe('free');
    const subscription = its.stripe.pay(its.checkoutOf(await its.create()));
    const message = its.stripe.about(subscription.id);
    const broken = { status: 500, error: { type: 'api_error', message: 'An error of sk_test_of_the_tests' } };
    its.stripe.failures.push(broken, broken);
    const failed = await its.post(message);
    expect([failed.statusCode, failed.body.includes('sk_test')]).toEqual([503, false]);
    expect(await its.api.rows('select * from stripe_event')).toEqual([]);
    expect((await its.post(message)).statusCode).toBe(200);
    expect((await its.get()).tierId).toBe('team');
    const declined = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' };
    // The product is there; then the subscription is read; its change is declined.
    its.stripe.beforeRead = async () => {
      its.stripe.failures.push({ status: 402, error: declined });
    };
    expect((await its.change('business')).json()).toMatchObject({
      status: 409,
      code: 'payment_failed',
      message: 'Your card was declined.',
    });
    expect((await its.get()).tierId).toBe('team');
  });

  test('a deleted organization ends at Stripe too, however often it takes', async () => {
    const its = await start(databases);
    const subscription = await its.subscribe();
    await its.api.as(its.ada, endpoints.deleteOrganization, {
      params: { id: its.id },
      body: { password },
    });
    const broken = { status: 500, error: { type: 'api_error', message: 'Away' } };
    its.stripe.failures.push(broken, broken);
    await its.later(1);
    expect(subscription.status).toBe('trialing');
    await its.later(1);
    expect(subscription.status).toBe('canceled');
    expect(await its.api.rows('select stripe_cancel from subscription')).toEqual([{ stripe_cancel: false }]);
    const calls = its.stripe.calls.length;
    await its.later(1);
    expect(its.stripe.calls).toHaveLength(calls);
  });

  test('without Stripe there is no door for its messages, and no portal', async () => {
    const api = await createTeamsApi(await databases.empty());
    const ada = await api.someone('ada@example.org');
    const id = await api.found(ada);
    expect((await api.post('/webhooks/stripe', {})).statusCode).toBe(404);
    await api.refused(409, ada, endpoints.openBillingPortal, { params: { id } });
  });
});
