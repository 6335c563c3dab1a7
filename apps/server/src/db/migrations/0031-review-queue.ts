const watched = (row: 'old' | 'new'): string =>
  [
    'presence',
    'height',
    'screening',
    'risk_score',
    'over_threshold',
    'counterparties',
    'status',
    'reviewer_id',
    'proposed_at',
  ]
    .map((name) => `${row}.${name}`)
    .join(', ');

/**
 * The reviewers' queue: decisions that wait for a second person, snoozed transactions, who takes new ones, saved filters. A snooze ends
 * with any change of what it rests on, whoever makes it, so the database itself ends it.
 */
export const reviewQueue: readonly string[] = [
  'alter table compliance_finding add column transaction_status text',
  `alter table organization
    add column approval_score int2 check (approval_score between 0 and 100),
    add column approval_cents int8 check (approval_cents >= 0),
    add column auto_assign text not null default 'off' check (auto_assign in ('off', 'over_threshold', 'all')),
    add column auto_assign_since timestamptz`,
  `alter table organization_member
    add column takes_new boolean not null default false,
    add column last_given_at timestamptz`,
  `alter table compliance_transaction
    add column proposed_status text check (proposed_status in ('APPROVED', 'CLOSED_WITH_NOTE', 'CLOSED_WITH_SAR')),
    add column proposed_by uuid,
    add column proposed_at timestamptz,
    add column proposed_note text,
    add column snoozed_until timestamptz,
    add column snoozed_by uuid,
    add column snooze_reason text`,
  `create index compliance_transaction_proposed on compliance_transaction (organization_id, proposed_at, id)
    where proposed_at is not null`,
  `create index compliance_transaction_snoozed on compliance_transaction (organization_id, snoozed_until, id)
    where snoozed_until is not null`,
  `create index compliance_transaction_wakes on compliance_transaction (snoozed_until) where snoozed_until is not null`,
  `create index compliance_transaction_given on compliance_transaction (organization_id, seen_at, id)
    where status = 'UNASSIGNED' and not below and screening_due is null`,
  `create index compliance_transaction_load on compliance_transaction (organization_id, reviewer_id)
    where status in ('UNREVIEWED', 'IN_REVIEW', 'HOLD')`,
  'alter table compliance_happening drop constraint compliance_happening_kind_check',
  `alter table compliance_happening add constraint compliance_happening_kind_check check
    (kind in ('seen', 'confirmed', 'withdrawn', 'screened', 'status', 'assignee', 'proposed', 'rejected', 'snoozed', 'woken'))`,
  `create function compliance_wake() returns trigger language plpgsql as $$
  begin
    new.snoozed_until := null;
    new.snoozed_by := null;
    new.snooze_reason := null;
    return new;
  end $$`,
  `create trigger compliance_wake before update on compliance_transaction for each row
    when (old.snoozed_until is not null and (${watched('old')}) is distinct from (${watched('new')}))
    execute function compliance_wake()`,
  `create table compliance_filter (
    id uuid primary key,
    organization_id uuid not null references organization (id),
    owner_id uuid not null references app_user (id),
    shared boolean not null,
    name text not null,
    search text not null,
    created_at timestamptz not null,
    version int4 not null default 1
  )`,
  'create index compliance_filter_list on compliance_filter (organization_id, name, id)',
];
