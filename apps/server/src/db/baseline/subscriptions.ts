/**
 * Plans, subscriptions, invoices, usage, receipts of deletions, contact requests. Amounts are in minor units
 * (cents).
 */
export const subscriptions = `
create table plan (
  id text primary key,
  name text not null,
  description text not null,
  sort_order integer not null,
  -- Null: no limit.
  max_members integer check (max_members > 0),
  max_transactions integer check (max_transactions >= 0),
  retention_months integer check (retention_months > 0),
  support text not null,
  -- JSON: a boolean or a text.
  api_access text not null,
  -- Calls with API keys per day (UTC).
  max_api_calls integer check (max_api_calls >= 0),
  updated_at timestamptz not null
);

create table plan_price (
  plan_id text not null references plan (id),
  billing_period text not null check (billing_period in ('monthly', 'yearly')),
  amount bigint not null check (amount >= 0),
  currency text not null,
  primary key (plan_id, billing_period)
);
insert into plan (id, name, description, sort_order, max_members, max_transactions, retention_months, support, api_access, max_api_calls, updated_at) values
  ('free', 'Free', 'For one person or a small team that gets to know Hopscope', 0, 5, 1000, 12, 'Community', 'false', 0, now()),
  ('team', 'Team', 'For compliance teams', 1, 25, 25000, 36, 'Email', 'true', 20000, now()),
  ('business', 'Business', 'For institutions with several teams', 2, 100, 250000, 84, 'Priority', 'true', 500000, now()),
  ('custom', 'Custom', 'Limits and support as agreed', 3, null, null, null, 'Dedicated', 'true', null, now());
insert into plan_price (plan_id, billing_period, amount, currency) values
  ('free', 'monthly', 0, 'USD'), ('free', 'yearly', 0, 'USD'),
  ('team', 'monthly', 9900, 'USD'), ('team', 'yearly', 99000, 'USD'),
  ('business', 'monthly', 49900, 'USD'), ('business', 'yearly', 499000, 'USD'),
  ('custom', 'monthly', 0, 'USD'), ('custom', 'yearly', 0, 'USD');

create table subscription (
  organization_id uuid primary key references organization (id),
  plan_id text not null references plan (id),
  status text not null check (status in ('active', 'past_due', 'canceled', 'trial', 'unpaid')),
  billing_period text not null check (billing_period in ('monthly', 'yearly')),
  -- Periods start whole months after it.
  anchor timestamptz not null,
  period_start timestamptz not null,
  -- Null: no end (free plan).
  period_end timestamptz,
  trial_end timestamptz,
  trial_used boolean not null,
  cancel_at_period_end boolean not null,
  -- What a period costs since it began: later changes of the plan's price do not touch it.
  price bigint not null check (price >= 0),
  currency text not null,
  -- Left over from plans that cost more; the next invoices use it up.
  credit bigint not null check (credit >= 0),
  stripe_customer text unique,
  stripe_subscription text unique,
  -- The checkout that is open at Stripe.
  stripe_checkout text,
  -- The cancellation has not been sent to Stripe yet.
  stripe_cancel boolean not null,
  -- Grows with every change.
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index subscription_due on subscription (period_end) where period_end is not null;
create index subscription_plan on subscription (plan_id);
create index subscription_list on subscription (created_at, organization_id);
create index subscription_stripe_cancel on subscription (organization_id) where stripe_cancel;

create table invoice (
  id uuid primary key,
  serial bigint generated always as identity unique,
  organization_id uuid not null references organization (id),
  plan_id text not null references plan (id),
  billing_period text not null check (billing_period in ('monthly', 'yearly')),
  amount bigint not null check (amount >= 0),
  currency text not null,
  status text not null check (status in ('open', 'paid', 'void')),
  period_start timestamptz not null,
  period_end timestamptz not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  paid_at timestamptz
);
create index invoice_organization on invoice (organization_id, serial);
create index invoice_status on invoice (status, serial);
create index invoice_due on invoice (due_at) where status = 'open';

create table usage_month (
  organization_id uuid not null references organization (id),
  -- Month in UTC, \`2026-03\`.
  month text not null,
  transactions bigint not null check (transactions >= 0),
  primary key (organization_id, month)
);

create table retention_receipt (
  id uuid primary key,
  organization_id uuid not null references organization (id),
  at timestamptz not null,
  -- Older than this was deleted.
  before timestamptz not null,
  -- JSON: number of deleted rows by kind.
  deleted text not null
);
create index retention_receipt_list on retention_receipt (organization_id, at);

create table stripe_event (
  id text primary key,
  type text not null,
  received_at timestamptz not null
);
create index stripe_event_age on stripe_event (received_at);

create table contact_request (
  id uuid primary key,
  user_id uuid,
  email text not null,
  company text not null,
  company_size text not null,
  message text not null,
  created_at timestamptz not null,
  closed_at timestamptz
);
create index contact_request_list on contact_request (created_at, id);
create index contact_request_open on contact_request (created_at, id) where closed_at is null;
`;
