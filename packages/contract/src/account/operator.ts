import { z } from 'zod';
import { contactRequest } from './contact-sales.ts';
import { endpoint } from '../endpoint.ts';
import { pageInfo, pageQuery } from './organizations.ts';
import {
  billingPeriods,
  planCurrencies,
  invoice,
  invoiceStatuses,
  planFeatures,
  subscriptionStatuses,
  tier,
} from './subscriptions.ts';

const line = z
  .string()
  .trim()
  .regex(/^\P{Cc}*$/u);

/** An amount of money that can be charged: at most two decimals, no binary remainder. */
const price = z
  .number()
  .min(0)
  .max(1_000_000)
  .refine((amount) => Math.round(amount * 100) / 100 === amount, 'Please enter at most two decimals');

const listPlans = endpoint({
  id: 'listPlans',
  method: 'GET',
  path: '/operator/plans',
  access: 'operator',
  tag: 'operator',
  summary: 'Plans in display order, with the number of organizations on each',
  response: z.object({
    success: z.literal(true),
    data: z.array(tier.extend({ organizations: z.int().nonnegative(), updatedAt: z.iso.datetime() })),
  }),
});

const changePlan = endpoint({
  id: 'changePlan',
  method: 'PUT',
  path: '/operator/plans/:planId',
  access: 'operator',
  tag: 'operator',
  summary: 'Change a plan; new prices apply from the next invoice, new limits immediately',
  params: z.object({ planId: z.string() }),
  body: z.object({
    name: line.min(1).max(50),
    description: line.max(200),
    sortOrder: z.int().min(0).max(1000),
    /** One price for each billing period, all in one currency. The free plan costs nothing. */
    prices: z
      .array(
        z.object({
          billingPeriod: z.enum(billingPeriods),
          amount: price,
          currency: z.enum(planCurrencies),
        }),
      )
      .length(2)
      .refine(
        ([a, b]) => a?.billingPeriod !== b?.billingPeriod && a?.currency === b?.currency,
        'One price for each billing period, in one currency',
      ),
    features: planFeatures,
  }),
  response: z.object({ success: z.literal(true), data: tier }),
});

/** An organization's subscription as the operator sees it. */
const operatorSubscription = z.object({
  organizationId: z.string(),
  organizationName: z.string(),
  organizationEmail: z.string(),
  tierId: z.string(),
  billingPeriod: z.enum(billingPeriods),
  status: z.enum(subscriptionStatuses),
  currentPeriodEnd: z.iso.datetime().nullable(),
  members: z.int().nonnegative(),
});

const listSubscriptions = endpoint({
  id: 'listSubscriptions',
  method: 'GET',
  path: '/operator/subscriptions',
  access: 'operator',
  tag: 'operator',
  summary: 'Organizations and their subscriptions, newest first',
  query: pageQuery.extend({ search: z.string().max(100).optional() }),
  response: z.object({ success: z.literal(true), data: z.array(operatorSubscription), ...pageInfo }),
});

const assignPlan = endpoint({
  id: 'assignPlan',
  method: 'PUT',
  path: '/operator/subscriptions/:organizationId',
  access: 'operator',
  tag: 'operator',
  summary: 'Assign a plan to an organization by agreement (for `custom`) without charging it',
  params: z.object({ organizationId: z.string() }),
  body: z.object({
    tierId: z.string().max(50),
    billingPeriod: z.enum(billingPeriods),
    reason: line.min(1).max(500),
  }),
  response: z.object({ success: z.literal(true), data: operatorSubscription }),
});

const listAllInvoices = endpoint({
  id: 'listAllInvoices',
  method: 'GET',
  path: '/operator/invoices',
  access: 'operator',
  tag: 'operator',
  summary: 'Invoices of all organizations, newest first',
  query: pageQuery.extend({ status: z.enum(invoiceStatuses).optional() }),
  response: z.object({ success: z.literal(true), data: z.array(invoice), ...pageInfo }),
});

const confirmInvoice = endpoint({
  id: 'confirmInvoice',
  method: 'POST',
  path: '/operator/invoices/:invoiceId/confirm',
  access: 'operator',
  tag: 'operator',
  summary: 'Confirm the payment of an invoice, which activates its plan',
  params: z.object({ invoiceId: z.string() }),
  response: z.object({ success: z.literal(true), data: invoice }),
});

const storedContactRequest = contactRequest.extend({
  id: z.string(),
  userId: z.string().nullable(),
  createdAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
});

const listContactRequests = endpoint({
  id: 'listContactRequests',
  method: 'GET',
  path: '/operator/contact-requests',
  access: 'operator',
  tag: 'operator',
  summary: 'Contact sales requests, newest first',
  query: pageQuery.extend({ open: z.enum(['true', 'false']).optional() }),
  response: z.object({ success: z.literal(true), data: z.array(storedContactRequest), ...pageInfo }),
});

const closeContactRequest = endpoint({
  id: 'closeContactRequest',
  method: 'POST',
  path: '/operator/contact-requests/:requestId/close',
  access: 'operator',
  tag: 'operator',
  summary: 'Mark a contact sales request as answered',
  params: z.object({ requestId: z.string() }),
  response: z.object({ success: z.literal(true), data: storedContactRequest }),
});

const endPersonSessions = endpoint({
  id: 'endPersonSessions',
  method: 'POST',
  path: '/operator/sessions/end',
  access: 'operator',
  tag: 'operator',
  summary: 'End all sessions of a person, or those of everyone except the calling one',
  body: z.object({
    /** Of the account; null: of every account. */
    email: z.email().max(254).nullable(),
  }),
  response: z.object({
    success: z.literal(true),
    /** Number of sessions that were open. */
    data: z.object({ sessions: z.int().nonnegative() }),
  }),
});

/** Calls of the operator about plans, subscriptions, invoices, contact requests, and sessions. */
export const operatorEndpoints = {
  listPlans,
  changePlan,
  listSubscriptions,
  assignPlan,
  listAllInvoices,
  confirmInvoice,
  listContactRequests,
  closeContactRequest,
  endPersonSessions,
} as const;
