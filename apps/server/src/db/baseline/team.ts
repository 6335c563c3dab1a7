const weekOf = `date_trunc('week', at at time zone 'UTC')::date as week`;

/** Of `current` (decisions that are the last step of their transaction), with what the transaction says now. */
const withTransaction = `
    select d.*, t.over_threshold, t.sar_submitted or d.outcome = 'CLOSED_WITH_SAR' as reported
    from current d cross join lateral (
      select over_threshold, sar_submitted from compliance_transaction where id = d.transaction_id limit 1) t`;

/** Adds `n` for each rule that raised an alert about the transaction of a decision. */
const countByRule = `
    insert into review_rule_week (organization_id, week, actor_id, rule_id, reviewed, false_positives)
    select organization_id, week, actor_id, rule_id, sum(n), coalesce(sum(n) filter (where not reported), 0)
    from decided cross join lateral (
      select rule_id from alert a where a.transaction_id = decided.transaction_id
        and a.organization_id = decided.organization_id and a.rule_id is not null offset 0) a
    group by 1, 2, 3, 4 having sum(n) <> 0 or sum(n) filter (where not reported) <> 0`;

const reviewed = `coalesce(sum(n) filter (where over_threshold), 0)`;
const falsePositives = `coalesce(sum(n) filter (where over_threshold and not reported), 0)`;

/** Adds `n` for each decision. */
const countByWeek = `
    insert into review_week (organization_id, week, actor_id, reviewed, false_positives)
    select organization_id, week, actor_id, ${reviewed}, ${falsePositives}
    from decided group by 1, 2, 3 having ${reviewed} <> 0 or ${falsePositives} <> 0`;

/**
 * Counts steps that are added (`n` 1) or removed (-1). The last step of a transaction can change: a decision is current while it
 * is the last one. Steps are looked up one by one (`lateral … limit 1`), so that no stored plan reads the whole table.
 */
const countSteps = (event: 'insert' | 'delete', rows: 'after_rows' | 'before_rows', n: 1 | -1) => {
  const suffix = n === 1 ? '' : '_removed';
  const seconds = (kind: string) =>
    `coalesce(string_agg(int4send(seconds), ''::bytea order by seconds) filter (where kind = '${kind}' and seconds is not null), '')`;
  const count = (condition: string) => `${n} * count(*) filter (where ${condition})`;
  return `
create function review_step_${event}() returns trigger language plpgsql as $$
  begin
    with steps as materialized (select *, ${weekOf} from ${rows}),
    newest as (select transaction_id, max(number) as newest, array_agg(number) as numbers from steps group by transaction_id),
    others as (
      select newest.*, s.number, s.organization_id, s.kind, s.outcome, s.at, s.actor_id
      from newest left join lateral (
        select * from review_step r where r.transaction_id = newest.transaction_id and r.number <> all (newest.numbers)
        order by r.number desc limit 1) s on true
      where s.number is null or s.number < newest.newest
    ), current as (
      select s.transaction_id, s.organization_id, s.week, s.actor_id, s.outcome, ${n} as n
      from others o join steps s on s.transaction_id = o.transaction_id and s.number = o.newest where s.kind = 'decision'
      union all
      select transaction_id, organization_id, ${weekOf}, actor_id, outcome, ${-n} from others where kind = 'decision'
    ), decided as (${withTransaction}
    ), by_rule as (${countByRule}
    ), by_week as (${countByWeek}
    )
    insert into review_week (organization_id, week, actor_id, first_reviews, approved, closed_with_note, closed_with_sar, reopened,
      first_review_seconds${suffix}, decision_seconds${suffix})
    select organization_id, week, actor_id, ${count(`kind = 'look'`)}, ${count(`outcome = 'APPROVED'`)},
      ${count(`outcome = 'CLOSED_WITH_NOTE'`)}, ${count(`outcome = 'CLOSED_WITH_SAR'`)}, ${count(`kind = 'reopening'`)},
      ${seconds('look')}, ${seconds('decision')}
    from steps group by 1, 2, 3;
    return null;
  end $$;
create trigger review_step_${event} after ${event} on review_step
    referencing ${n === 1 ? 'new' : 'old'} table as ${rows} for each statement execute function review_step_${event}();`;
};

/** Counts current decisions of transactions whose alerts are added or removed. */
const countAlerts = (event: 'insert' | 'delete', rows: 'after_rows' | 'before_rows', n: 1 | -1) => `
create function review_alert_${event}() returns trigger language plpgsql as $$
  begin
    with current as (
      select s.transaction_id, s.organization_id, s.week, s.actor_id, s.outcome, a.rule_id, ${n} as n
      from ${rows} a cross join lateral (
        select *, ${weekOf} from review_step where transaction_id = a.transaction_id order by number desc limit 1) s
      where a.rule_id is not null and a.organization_id = s.organization_id and s.kind = 'decision'
    ), decided as (${withTransaction}
    )
    insert into review_rule_week (organization_id, week, actor_id, rule_id, reviewed, false_positives)
    select organization_id, week, actor_id, rule_id, sum(n), coalesce(sum(n) filter (where not reported), 0)
    from decided group by 1, 2, 3, 4;
    return null;
  end $$;
create trigger review_alert_${event} after ${event} on alert
    referencing ${n === 1 ? 'new' : 'old'} table as ${rows} for each statement execute function review_alert_${event}();`;

/**
 * Steps of reviews, and the team figures that are computed from them. Triggers add up each change of a step, of its transaction,
 * and of its alerts in the same database transaction.
 */
export const team = `
create table review_step (
  transaction_id uuid not null,
  number int4 not null,
  organization_id uuid not null,
  kind text not null check (kind in ('look', 'decision', 'reopening')),
  outcome text check (outcome in ('APPROVED', 'CLOSED_WITH_NOTE', 'CLOSED_WITH_SAR')),
  at timestamptz not null,
  actor_id uuid not null,
  seconds int4,
  primary key (transaction_id, number),
  check ((kind = 'decision') = (outcome is not null))
);

-- Figures of a person in a week; several rows of the same add up.
create table review_week (
  organization_id uuid not null,
  -- Its Monday (UTC).
  week date not null,
  actor_id uuid not null,
  first_reviews int8 not null default 0,
  approved int8 not null default 0,
  closed_with_note int8 not null default 0,
  closed_with_sar int8 not null default 0,
  reopened int8 not null default 0,
  -- Current decisions above the risk threshold, and those of them without a report.
  reviewed int8 not null default 0,
  false_positives int8 not null default 0,
  -- Seconds until first reviews and until decisions: added and removed ones, ascending, 4 bytes each (big-endian).
  first_review_seconds bytea not null default '',
  first_review_seconds_removed bytea not null default '',
  decision_seconds bytea not null default '',
  decision_seconds_removed bytea not null default '',
  -- Not yet added up with others.
  fresh boolean not null default true
);
create index review_week_range on review_week (organization_id, week, actor_id);
create index review_week_fresh on review_week (organization_id, week, actor_id) where fresh;

-- Current decisions about transactions with alerts of a rule; several rows of the same add up.
create table review_rule_week (
  organization_id uuid not null,
  week date not null,
  actor_id uuid not null,
  rule_id uuid not null,
  reviewed int8 not null,
  false_positives int8 not null,
  fresh boolean not null default true
);
create index review_rule_week_range on review_rule_week (organization_id, week, actor_id);
create index review_rule_week_fresh on review_rule_week (organization_id, week, actor_id, rule_id) where fresh;
${countSteps('insert', 'after_rows', 1)}
${countSteps('delete', 'before_rows', -1)}
${countAlerts('insert', 'after_rows', 1)}
${countAlerts('delete', 'before_rows', -1)}

create function review_transaction_update() returns trigger language plpgsql as $$
  begin
    with current as (
      select transaction_id, organization_id, ${weekOf}, actor_id, outcome from (
        select * from review_step where transaction_id = new.id order by number desc limit 1) s where kind = 'decision'
    ), decided as (
      select *, old.over_threshold as over_threshold, old.sar_submitted or outcome = 'CLOSED_WITH_SAR' as reported, -1 as n from current
      union all
      select *, new.over_threshold, new.sar_submitted or outcome = 'CLOSED_WITH_SAR', 1 from current
    ), by_rule as (${countByRule}
    )${countByWeek};
    return null;
  end $$;
create trigger review_transaction_update after update on compliance_transaction for each row
    when ((old.over_threshold, old.sar_submitted) is distinct from (new.over_threshold, new.sar_submitted))
    execute function review_transaction_update();

create function review_transaction_delete() returns trigger language plpgsql as $$
  begin
    with decided as (
      select s.transaction_id, s.organization_id, s.week, s.actor_id, t.over_threshold,
        t.sar_submitted or s.outcome = 'CLOSED_WITH_SAR' as reported, -1 as n
      from before_rows t cross join lateral (
        select *, ${weekOf} from review_step where transaction_id = t.id order by number desc limit 1) s
      where s.kind = 'decision'
    ), by_rule as (${countByRule}
    )${countByWeek};
    return null;
  end $$;
create trigger review_transaction_delete after delete on compliance_transaction
    referencing old table as before_rows for each statement execute function review_transaction_delete();
`;
