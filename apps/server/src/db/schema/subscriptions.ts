import type { BillingPeriod, ContactRequest, Invoice, SubscriptionStatus } from '@hopscope/contract';
import type { Generated } from 'kysely';

/** Plans, subscriptions and what hangs on them. Amounts in minor units (cents). */
export interface SubscriptionTables {
  plan: PlanTable;
  plan_price: PlanPriceTable;
  subscription: SubscriptionTable;
  invoice: InvoiceTable;
  usage_month: UsageMonthTable;
  retention_receipt: RetentionReceiptTable;
  stripe_event: StripeEventTable;
  contact_request: ContactRequestTable;
}

export interface PlanTable {
  id: string;
  name: string;
  description: string;
  sort_order: number;
  /** Null: no limit. */
  max_members: number | null;
  max_transactions: number | null;
  retention_months: number | null;
  support: string;
  /** JSON: a boolean or a text. */
  api_access: string;
  updated_at: Date;
}

export interface PlanPriceTable {
  plan_id: string;
  billing_period: BillingPeriod;
  amount: bigint;
  currency: string;
}

export interface SubscriptionTable {
  organization_id: string;
  plan_id: string;
  status: SubscriptionStatus;
  billing_period: BillingPeriod;
  /** Periods start whole months after it. */
  anchor: Date;
  period_start: Date;
  /** Null: no end (free plan). */
  period_end: Date | null;
  trial_end: Date | null;
  trial_used: boolean;
  cancel_at_period_end: boolean;
  /** What a period costs since it began: later changes of the plan's price do not touch it. */
  price: bigint;
  currency: string;
  /** Left over from plans that cost more; the next invoices use it up. */
  credit: bigint;
  stripe_customer: string | null;
  stripe_subscription: string | null;
  /** The checkout that is open at Stripe. */
  stripe_checkout: string | null;
  /** Stripe has still to be told that it is cancelled. */
  stripe_cancel: boolean;
  /** Grows with every change. */
  version: number;
  created_at: Date;
  updated_at: Date;
}

export interface InvoiceTable {
  id: string;
  serial: Generated<bigint>;
  organization_id: string;
  plan_id: string;
  billing_period: BillingPeriod;
  amount: bigint;
  currency: string;
  status: Invoice['status'];
  period_start: Date;
  period_end: Date;
  created_at: Date;
  due_at: Date;
  paid_at: Date | null;
}

export interface UsageMonthTable {
  organization_id: string;
  /** Month in UTC, `2026-03`. */
  month: string;
  transactions: bigint;
}

export interface RetentionReceiptTable {
  id: string;
  organization_id: string;
  at: Date;
  /** Older than this was deleted. */
  before: Date;
  /** JSON: number of deleted rows by kind. */
  deleted: string;
}

export interface StripeEventTable {
  id: string;
  type: string;
  received_at: Date;
}

export interface ContactRequestTable {
  id: string;
  user_id: string | null;
  email: string;
  company: string;
  company_size: ContactRequest['companySize'];
  message: string;
  created_at: Date;
  closed_at: Date | null;
}
