import { type CallInput, freePlanId, type Invoice, type operatorEndpoints } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { badRequest, conflict, notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import { isUuid } from '../../../lib/uuid.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { KnownOrganization, OrganizationDirectory } from '../organizations/directory.service.ts';
import type { By } from '../people/people.service.ts';
import { choose, type RequestedPlan } from './choices.ts';
import { findInvoice, readInvoices, readOpenInvoices, settleInvoice } from './invoices.store.ts';
import { toMinor, toUnits } from './money.ts';
import { periodAt } from './periods.ts';
import { lockPlan, readPlans, writePlan } from './plans.store.ts';
import { presentInvoice, presentTier } from './subscriptions.presenter.ts';
import {
  countByPlan,
  findSubscriptions,
  lockSubscription,
  type SubscriptionRow,
} from './subscriptions.store.ts';
import type { SubscriptionWriter } from './subscription-writer.ts';

interface Page {
  page: number;
  limit: number;
}

function presentForOperator(organization: KnownOrganization, row: SubscriptionRow, members: number) {
  return {
    organizationId: organization.id,
    organizationName: organization.name,
    organizationEmail: organization.email,
    tierId: row.plan_id,
    billingPeriod: row.billing_period,
    status: row.status,
    currentPeriodEnd: row.period_end?.toISOString() ?? null,
    members,
  };
}

/** Plans, subscriptions and invoices in the operator's hands. */
export function createPlanAdministration(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  directory: OrganizationDirectory;
  writer: SubscriptionWriter;
  now: () => number;
}) {
  const { kysely, audit, directory, writer, now } = options;

  return {
    async listPlans() {
      const counts = await countByPlan(kysely);
      return (await readPlans(kysely)).map((plan) => ({
        ...presentTier(plan),
        organizations: counts.get(plan.id) ?? 0,
        updatedAt: plan.updatedAt.toISOString(),
      }));
    },

    /** Replaces all fields of a plan. Throws 404 if it is unknown; the free plan stays free. */
    async changePlan(
      { actor, origin }: By,
      planId: string,
      input: CallInput<typeof operatorEndpoints.changePlan>['body'],
    ) {
      if (planId === freePlanId && input.prices.some((price) => price.amount > 0)) {
        throw badRequest('bad_request', 'The free plan cannot have a price');
      }
      return kysely.transaction().execute(async (trx) => {
        const before = await lockPlan(trx, planId);
        if (!before) throw notFound('Plan not found');
        const after = {
          ...before,
          name: input.name,
          description: input.description,
          sortOrder: input.sortOrder,
          features: input.features,
          prices: new Map(
            input.prices.map(({ billingPeriod, amount, currency }) => [
              billingPeriod,
              { amount: toMinor(amount), currency },
            ]),
          ),
          updatedAt: new Date(now()),
        };
        await writePlan(trx, after);
        await audit.record(trx, {
          actor,
          origin,
          organizationId: null,
          action: 'plan.changed',
          subject: { type: 'plan', id: null },
          before: presentTier(before),
          after: presentTier(after),
        });
        return presentTier(after);
      });
    },

    /** Organizations and their subscriptions, newest first. */
    async listSubscriptions(query: Page & { search?: string | undefined }) {
      const { organizations, total } = await directory.search(kysely, query);
      const ids = organizations.map((organization) => organization.id);
      const rows = await findSubscriptions(kysely, ids);
      const members = await directory.countMembersOf(kysely, ids);
      const data = organizations.flatMap((organization) => {
        const row = rows.get(organization.id);
        return row ? [presentForOperator(organization, row, members.get(organization.id) ?? 0)] : [];
      });
      return { data, total, page: query.page, limit: query.limit };
    },

    /** Puts an organization on a plan without charge. 409 while it pays by Stripe. */
    async assign(
      { actor, origin }: By,
      organizationId: string,
      requested: RequestedPlan & { reason: string },
    ) {
      return kysely.transaction().execute(async (trx) => {
        const organization = await directory.lock(trx, organizationId);
        const row = organization && (await lockSubscription(trx, organizationId));
        if (!row) throw notFound('Organization not found');
        if (row.stripe_subscription !== null) {
          throw conflict('The organization pays through Stripe. Its subscription must end first.');
        }
        const { choice } = choose(await readPlans(trx), requested);
        const at = new Date(now());
        const { end } = periodAt(at, requested.billingPeriod, at);
        const after = await writer.apply(trx, {
          organization,
          row,
          step: {
            set: {
              plan_id: requested.tierId,
              billing_period: requested.billingPeriod,
              status: 'active',
              anchor: at,
              period_start: at,
              period_end: requested.tierId === freePlanId ? null : end,
              cancel_at_period_end: false,
              price: 0n,
              currency: choice.price.currency,
            },
            voidOpen: true,
          },
          cause: { action: 'subscription.changed', by: { actor, origin }, reason: requested.reason },
        });
        return presentForOperator(organization, after, await directory.countMembers(trx, organizationId));
      });
    },

    /** Invoices of all organizations, newest first. */
    async listInvoices(query: Page & { status?: Invoice['status'] | undefined }) {
      const { rows, total } = await readInvoices(kysely, { status: query.status }, query);
      const organizations = await directory.findByIds(
        kysely,
        rows.map((row) => row.organization_id),
      );
      const nameOf = (id: string): string => organizations.get(id)?.name ?? '';
      const data = rows.map((row) => presentInvoice(row, nameOf(row.organization_id)));
      return { data, total, page: query.page, limit: query.limit };
    },

    /** Records a payment. Throws 409 if the invoice is paid or void; the plan takes effect once no invoice is open. */
    async confirmInvoice({ actor, origin }: By, invoiceId: string) {
      const known = isUuid(invoiceId) ? await findInvoice(kysely, invoiceId) : undefined;
      if (!known) throw notFound('Invoice not found');
      return kysely.transaction().execute(async (trx) => {
        const organization = await directory.lock(trx, known.organization_id);
        const row = organization && (await lockSubscription(trx, known.organization_id));
        if (!row) throw notFound('Invoice not found');
        const paid = await settleInvoice(trx, invoiceId, { status: 'paid', paidAt: new Date(now()) });
        if (!paid) throw conflict('This invoice is no longer open');
        const owes = row.status === 'unpaid' || row.status === 'past_due';
        if (owes && (await readOpenInvoices(trx, row.organization_id)).length === 0) {
          await writer.apply(trx, {
            organization,
            row,
            step: { set: { status: 'active' } },
            cause: { action: 'subscription.status_changed', by: { actor, origin }, reason: 'Invoice paid' },
            notice: { title: 'Payment received', text: 'Thank you. Your plan is active now.' },
          });
        }
        await audit.record(trx, {
          actor,
          origin,
          organizationId: row.organization_id,
          action: 'invoice.confirmed',
          subject: { type: 'invoice', id: paid.id },
          after: { amount: toUnits(paid.amount), currency: paid.currency },
        });
        return presentInvoice(paid, organization.name);
      });
    },
  };
}
