import { type CallInput, endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { describeWithDatabase } from '../../support/databases.ts';
import { statuses } from '../../support/api/people-api.ts';
import { createTeamsApi, type Someone, type TeamsApi } from '../../support/api/teams-api.ts';

const day = 86_400_000;
const start = Date.UTC(2026, 0, 31, 12);
type RequestedPlan = CallInput<typeof endpoints.changeSubscription>['body'];

/** An organization, and shorter words for what its owner and the operator do with its plan. */
async function subscriber(api: TeamsApi, name = 'Engines Ltd') {
  const state = { ada: await api.someone('ada@example.org') };
  const id = await api.found(state.ada, name);
  const params = { id };
  return {
    id,
    get ada() {
      return state.ada;
    },
    get: async () => (await api.as(state.ada, endpoints.getSubscription, { params })).data,
    create: (tierId: string, billingPeriod: RequestedPlan['billingPeriod'] = 'monthly') =>
      api.as(state.ada, endpoints.createSubscription, {
        body: { organizationId: id, tierId, billingPeriod },
      }),
    change: (tierId: string, billingPeriod: RequestedPlan['billingPeriod'] = 'monthly') =>
      api.answer(state.ada, endpoints.changeSubscription, { params, body: { tierId, billingPeriod } }),
    preview: async (tierId: string, billingPeriod: RequestedPlan['billingPeriod'] = 'monthly') =>
      (await api.as(state.ada, endpoints.previewSubscription, { params, body: { tierId, billingPeriod } }))
        .data,
    cancel: (cancelImmediately: boolean) =>
      api.answer(state.ada, endpoints.cancelSubscription, { params, body: { cancelImmediately } }),
    invoices: async () =>
      (await api.as(state.ada, endpoints.listInvoices, { params, query: { limit: 200 } })).data,
    /** The operator confirms the newest open invoice. */
    async pay() {
      const operator = await api.operator();
      const { data } = await api.as(operator, endpoints.listAllInvoices, { query: { status: 'open' } });
      return api.as(operator, endpoints.confirmInvoice, { params: { invoiceId: data[0]?.id ?? '' } });
    },
    /** Days go by, the jobs do what is due, and everyone signs in again. */
    async later(days: number) {
      api.clock += days * day;
      await api.work();
      state.ada = { ...(await api.logIn('ada@example.org')), email: 'ada@example.org' };
      const known = await api.operator();
      Object.assign(known, await api.logIn(known.email));
    },
  };
}

/** A plan that is paid for its first month, after the trial. */
async function paying(api: TeamsApi, tierId = 'team') {
  const its = await subscriber(api);
  await its.create(tierId);
  await its.later(14);
  await its.pay();
  return its;
}

describeWithDatabase('Subscriptions by invoice', (databases) => {
  //
  test('plans are there from the start, and every organization has the free one', async () => {
    const api = await createTeamsApi(await databases.empty(), { start });
    const its = await subscriber(api);
    const { data } = await api.as(its.ada, endpoints.listTiers, {});
    expect(
      data.map((tier) => [tier.id, tier.features.maxMembers, tier.prices.map((price) => price.amount)]),
    ).toEqual([
      ['free', 5, [0, 0]],
      ['team', 25, [99, 990]],
      ['business', 100, [499, 4990]],
      ['custom', null, [0, 0]],
    ]);
    expect(await its.get()).toMatchObject({
      tierId: 'free',
      status: 'active',
      currentPeriodEnd: null,
      trialEnd: null,
      trialAvailable: true,
      payment: 'invoice',
    });
    expect((await its.cancel(true)).statusCode).toBe(409);
    expect(await its.invoices()).toEqual([]);
  });

  test('trial, invoice, payment, renewal: the life of a plan', async () => {
    const api = await createTeamsApi(await databases.empty(), { start });
    const its = await subscriber(api);
    expect(await its.preview('team')).toMatchObject({
      amountDueNow: 0,
      nextAmount: 99,
      currency: 'USD',
      trialEnd: new Date(api.clock + 14 * day).toISOString(),
    });
    const { data, checkoutUrl } = await its.create('team');
    expect([data.status, data.tierId, data.limits.maxMembers, checkoutUrl]).toEqual([
      'trial',
      'team',
      25,
      null,
    ]);
    expect(await its.invoices()).toEqual([]);
    await its.later(13);
    expect((await its.get()).status).toBe('trial');
    await its.later(1);
    const unpaid = await its.get();
    expect([unpaid.status, unpaid.limits.maxMembers, unpaid.trialAvailable]).toEqual(['unpaid', 5, false]);
    expect(unpaid.currentPeriodStart).toBe(data.trialEnd);
    expect(await its.invoices()).toMatchObject([
      {
        number: expect.stringMatching(/^INV-\d{6}$/),
        amount: 99,
        currency: 'USD',
        status: 'open',
        tierId: 'team',
      },
    ]);
    expect((await its.pay()).data).toMatchObject({ status: 'paid', organizationName: 'Engines Ltd' });
    expect((await its.get()).limits.maxMembers).toBe(25);
    // The next month begins with a new invoice, and the plan goes on until its time to pay is over.
    await its.later(31);
    const renewed = await its.get();
    expect([renewed.status, renewed.currentPeriodStart]).toEqual(['active', unpaid.currentPeriodEnd]);
    expect((await its.invoices()).map((invoice) => invoice.status)).toEqual(['open', 'paid']);
    await its.later(13);
    expect((await its.get()).status).toBe('active');
    await its.later(2);
    const late = await its.get();
    expect([late.status, late.limits.maxMembers]).toEqual(['past_due', 5]);
    await its.pay();
    expect((await its.get()).status).toBe('active');
    expect(await api.audited(its.ada, its.id)).toEqual(
      expect.arrayContaining([
        'subscription.created',
        'subscription.renewed',
        'invoice.created',
        'invoice.confirmed',
        'subscription.status_changed',
      ]),
    );
    expect((await api.context.audit.verify(its.id)).intact).toBe(true);
    const titles = (await api.mails('ada@example.org')).map((mail) => mail.subject);
    expect(titles).toContainEqual(expect.stringMatching(/^Invoice INV-\d{6}: Engines Ltd$/));
    expect(titles).toContain('Your invoice is past due: Engines Ltd');
  });

  test('what nobody pays ends with its period, and its invoices are void', async () => {
    const api = await createTeamsApi(await databases.empty(), { start });
    const its = await subscriber(api);
    await its.create('team');
    await its.later(14);
    await its.later(15);
    expect((await its.get()).status).toBe('past_due');
    expect((await its.change('business')).json()).toMatchObject({ code: 'payment_failed' });
    await its.later(20);
    expect((await its.get()).status).toBe('canceled');
    expect((await its.invoices()).map((invoice) => invoice.status)).toEqual(['void']);
    // The second time there is no trial.
    const { data } = await its.create('team');
    expect([data.status, data.trialAvailable]).toEqual(['unpaid', false]);
  });

  test('a change in the middle of a month: what the preview says is what the invoice says', async () => {
    const api = await createTeamsApi(await databases.empty(), { start });
    const its = await paying(api);
    const before = await its.get();
    const [from, to] = [Date.parse(before.currentPeriodStart), Date.parse(before.currentPeriodEnd ?? '')];
    await its.later(10);
    const preview = await its.preview('business');
    const share = (to - api.clock) / (to - from);
    expect(preview.creditForUnusedTime).toBeCloseTo(99 * share, 2);
    expect(preview.amountDueNow).toBeCloseTo((499 - 99) * share, 1);
    expect(preview).toMatchObject({
      nextAmount: 499,
      nextPeriodStart: before.currentPeriodEnd,
      refusal: null,
    });
    const changed = (await its.change('business')).json<{ data: object }>();
    expect(changed.data).toMatchObject({
      tierId: 'business',
      status: 'active',
      currentPeriodEnd: before.currentPeriodEnd,
    });
    expect((await its.invoices())[0]?.amount).toBeCloseTo(preview.amountDueNow, 1);
    // While it is open, nothing is credited that nobody paid.
    const open = `Please pay the open invoice ${(await its.invoices())[0]?.number} before you change the plan.`;
    const refused = await its.change('team');
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([409, open]);
    expect((await its.preview('team')).refusal).toBe(open);
    await its.pay();
    // Downgrade: no invoice, credit for the next ones.
    const down = await its.preview('team');
    expect(down.amountDueNow).toBe(0);
    expect((await its.change('team')).statusCode).toBe(200);
    const [stored] = await api.rows<{ credit: bigint }>('select credit from subscription');
    expect(Number(stored?.credit) / 100).toBeCloseTo(((499 - 99) * (to - api.clock)) / (to - from), 1);
    await its.later(31);
    expect(await its.invoices()).toHaveLength(2);
    expect((await its.get()).status).toBe('active');
  });

  test('another billing period begins at once, less what is left of the old one', async () => {
    const api = await createTeamsApi(await databases.empty(), { start });
    const its = await paying(api);
    await its.later(7);
    const { amountDueNow, creditForUnusedTime } = await its.preview('team', 'yearly');
    expect(amountDueNow + creditForUnusedTime).toBeCloseTo(990, 2);
    const { data } = (await its.change('team', 'yearly')).json<{
      data: { currentPeriodStart: string; currentPeriodEnd: string };
    }>();
    expect(Date.parse(data.currentPeriodEnd) - Date.parse(data.currentPeriodStart)).toBe(365 * day);
  });

  //
  test('canceling at the end keeps the plan until then and can be taken back; at once is at once', async () => {
    const api = await createTeamsApi(await databases.empty(), { start });
    const its = await paying(api);
    const { data } = (await its.cancel(false)).json<{ data: object }>();
    expect(data).toMatchObject({ status: 'active', cancelAtPeriodEnd: true, limits: { maxMembers: 25 } });
    expect((await its.cancel(false)).statusCode).toBe(409);
    expect((await its.change('team')).json()).toMatchObject({ data: { cancelAtPeriodEnd: false } });
    // To the free plan is the same.
    expect((await its.change('free')).json()).toMatchObject({
      data: { tierId: 'team', cancelAtPeriodEnd: true },
    });
    await its.later(32);
    expect(await its.get()).toMatchObject({ status: 'canceled', tierId: 'team', limits: { maxMembers: 5 } });
    expect(await its.invoices()).toHaveLength(1);
    const mails = await api.mails('ada@example.org');
    expect(mails.at(-1)?.subject).toBe('Your plan has ended: Engines Ltd');
    await its.create('team');
    expect((await its.cancel(true)).json()).toMatchObject({ data: { status: 'canceled' } });
    expect((await its.invoices())[0]?.status).toBe('void');
    expect((await its.cancel(true)).statusCode).toBe(409);
  });

  test('a plan for fewer members than there are is refused with the numbers', async () => {
    const api = await createTeamsApi(await databases.empty(), { start });
    const its = await paying(api, 'business');
    for (let n = 0; n < 25; n += 1) {
      await api.enlist(its.ada, its.id, await api.someone(`person${n}@example.org`));
    }
    const refused = await its.change('team');
    const message = 'Team allows at most 25 members; the organization has 26. Remove members first.';
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'plan_limit', message }]);
    expect((await its.preview('team')).refusal).toBe(message);
    // Leaving the plan altogether is always possible; nobody is put out.
    expect((await its.cancel(true)).statusCode).toBe(200);
    expect((await api.people(its.ada, its.id)).filter((line) => line.status === 'active')).toHaveLength(26);
  });

  test('what cannot be chosen: unknown plans, the custom plan, a second plan, somebody else’s', async () => {
    const api = await createTeamsApi(await databases.empty(), { start });
    const its = await subscriber(api);
    const eve = await api.someone('eve@example.org');
    const create = (who: Someone, organizationId: string, tierId: string) =>
      api.answer(who, endpoints.createSubscription, {
        body: { organizationId, tierId, billingPeriod: 'monthly' },
      });
    expect((await create(its.ada, its.id, 'nothing')).statusCode).toBe(400);
    expect((await create(its.ada, its.id, 'custom')).json()).toMatchObject({
      status: 409,
      message: 'This plan is available through Contact Sales only.',
    });
    expect((await create(its.ada, its.id, 'free')).statusCode).toBe(409);
    for (const foreign of [its.id, crypto.randomUUID(), 'x', '']) {
      expect((await create(eve, foreign, 'team')).statusCode).toBe(404);
    }
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(its.ada, its.id, 'team')));
    expect(statuses(answers)).toEqual([201, 409, 409, 409, 409]);
    const member = await api.someone('grace@example.org');
    await api.enlist(its.ada, its.id, member, 'manager');
    expect((await create(member, its.id, 'team')).statusCode).toBe(403);
    await api.refused(403, member, endpoints.cancelSubscription, {
      params: { id: its.id },
      body: { cancelImmediately: true },
    });
    expect((await api.as(member, endpoints.getSubscription, { params: { id: its.id } })).data.tierId).toBe(
      'team',
    );
  });

  test('time in which the server did not run is not charged', async () => {
    const api = await createTeamsApi(await databases.empty(), { start });
    const its = await paying(api);
    await its.later(100);
    const now = await its.get();
    expect(await its.invoices()).toHaveLength(2);
    expect(Date.parse(now.currentPeriodStart)).toBeLessThanOrEqual(api.clock);
    expect(Date.parse(now.currentPeriodEnd ?? '')).toBeGreaterThan(api.clock);
  });

  test('the operator edits plans: limits count at once, prices from the next invoice', async () => {
    const db = await databases.empty();
    const api = await createTeamsApi(db, { start });
    const its = await paying(api);
    const operator = await api.operator();
    const { data: plans } = await api.as(operator, endpoints.listPlans, {});
    const team = plans.find((plan) => plan.id === 'team');
    expect(team).toMatchObject({ organizations: 1 });
    const { name, description, sortOrder, features } = team ?? plans[0] ?? expect.unreachable();
    const body = (amount: number, currency: 'USD' | 'EUR' = 'USD') => ({
      name,
      description,
      sortOrder,
      prices: [
        { billingPeriod: 'monthly' as const, amount, currency },
        { billingPeriod: 'yearly' as const, amount: amount * 10, currency },
      ],
      features: { ...features, maxMembers: 3, apiAccess: 'on request' },
    });
    const put = (planId: string, input: object) =>
      api.answer(operator, endpoints.changePlan, {
        params: { planId },
        body: input as ReturnType<typeof body>,
      });
    try {
      expect((await put('team', body(149.5))).json()).toMatchObject({
        data: {
          prices: [{ amount: 149.5 }, { amount: 1495 }],
          features: { maxMembers: 3, apiAccess: 'on request' },
        },
      });
      expect((await its.get()).limits.maxMembers).toBe(3);
      await its.later(31);
      expect((await its.invoices()).map((invoice) => invoice.amount)).toEqual([149.5, 99]);
      await its.pay();
      // A running plan in another currency cannot be set off against.
      await put('business', { ...body(700, 'EUR'), name: 'Business' });
      expect((await its.change('business')).json()).toMatchObject({ status: 409, code: 'conflict' });
      for (const bad of [
        { ...body(-1) },
        { ...body(1.234) },
        { ...body(10), prices: [] },
        { ...body(10), prices: [body(10).prices[0], body(10).prices[0]] },
        { ...body(10), prices: [body(10).prices[0], body(10, 'EUR').prices[1]] },
        { ...body(10), features: { ...features, maxMembers: 0 } },
        { ...body(10), name: '' },
      ]) {
        expect((await put('team', bad)).statusCode).toBe(400);
      }
      expect((await put('free', body(10))).statusCode).toBe(400);
      expect((await put('nothing', body(10))).statusCode).toBe(404);
      await api.refused(403, its.ada, endpoints.changePlan, { params: { planId: 'team' }, body: body(0) });
      const log = await api.as(operator, endpoints.listInstallationAuditLog, {
        query: { action: 'plan.changed' },
      });
      expect(log.data.total).toBe(2);
    } finally {
      // Plans come with the migrations and are not emptied between tests.
      for (const plan of plans) {
        await put(plan.id, { ...plan, organizations: undefined, updatedAt: undefined });
      }
    }
  });

  test('the operator sees all subscriptions, agrees custom plans and confirms an invoice once', async () => {
    const api = await createTeamsApi(await databases.empty(), { start });
    const its = await paying(api);
    const operator = await api.operator();
    await api.assign(its.id, 'custom');
    expect(await its.get()).toMatchObject({
      tierId: 'custom',
      status: 'active',
      limits: { maxMembers: null },
    });
    // What was agreed goes on without an invoice.
    await its.later(370);
    expect((await its.get()).status).toBe('active');
    expect((await its.invoices()).map((invoice) => invoice.status)).toEqual(['paid']);
    const invoiceId = (await its.invoices())[0]?.id ?? '';
    await api.refused(409, operator, endpoints.confirmInvoice, { params: { invoiceId } });
    for (const wrong of ['x', crypto.randomUUID()]) {
      await api.refused(404, operator, endpoints.confirmInvoice, { params: { invoiceId: wrong } });
      const body = { tierId: 'team', billingPeriod: 'monthly' as const, reason: 'x' };
      await api.refused(404, operator, endpoints.assignPlan, { params: { organizationId: wrong }, body });
    }
    await api.found(its.ada, 'Other_One');
    const found = async (search: string) =>
      (await api.as(operator, endpoints.listSubscriptions, { query: { search } })).data.map(
        (row) => row.organizationName,
      );
    expect(await found('')).toEqual(['Other_One', 'Engines Ltd']);
    expect(await found('engines')).toEqual(['Engines Ltd']);
    expect(await found('_')).toEqual(['Other_One']);
    await api.refused(403, its.ada, endpoints.listSubscriptions, {});
  });
});
