/** What of the history of compliance transactions is a step of their review. */
const steps = (happenings: string, transactions: string): string => `
  with acts as (
    select h.transaction_id, h.number, h.organization_id, h.kind, h.at, h.by_id, h.before, h.after,
      greatest(0, floor(extract(epoch from h.at - t.seen_at)))::int8 as seconds
    from ${happenings} h join ${transactions} t on t.id = h.transaction_id
    where h.by_id is not null and h.kind not in ('seen', 'confirmed', 'withdrawn', 'screened')
  ), looks as (
    insert into review_step (transaction_id, number, organization_id, kind, at, by_id, seconds)
    select distinct on (transaction_id) transaction_id, 0, organization_id, 'look', at, by_id, seconds from acts
    order by transaction_id, number
    on conflict do nothing
  )
  insert into review_step (transaction_id, number, organization_id, kind, outcome, at, by_id, seconds)
  select a.transaction_id, a.number, a.organization_id,
    case when a.after like any (array['APPROVED', 'CLOSED%']) then 'decision' else 'reopening' end,
    case when a.after like any (array['APPROVED', 'CLOSED%']) then a.after end, a.at, a.by_id,
    case when a.after like any (array['APPROVED', 'CLOSED%'])
      and not exists (select from review_step s where s.transaction_id = a.transaction_id and s.kind = 'decision')
      and not exists (select from acts b where b.transaction_id = a.transaction_id and b.number < a.number
        and b.kind = 'status' and b.before <> b.after and b.after like any (array['APPROVED', 'CLOSED%']))
      then a.seconds end
  from acts a
  where a.kind = 'status' and (a.before like any (array['APPROVED', 'CLOSED%'])) <> (a.after like any (array['APPROVED', 'CLOSED%']))`;

/**
 * First looks, decisions and openings again of compliance transactions, with the time that they took, kept by the database itself as
 * the history grows: the figures of a team are added up from them (docs/team.md). A look is number 0 of its transaction; only a first
 * decision has seconds.
 */
export const reviewSteps: readonly string[] = [
  `create table review_step (
    transaction_id uuid not null,
    number int4 not null,
    organization_id uuid not null,
    kind text not null check (kind in ('look', 'decision', 'reopening')),
    outcome text check (outcome in ('APPROVED', 'CLOSED_WITH_NOTE', 'CLOSED_WITH_SAR')),
    at timestamptz not null,
    by_id uuid not null,
    seconds int8,
    primary key (transaction_id, number),
    check ((kind = 'decision') = (outcome is not null))
  )`,
  // Whoever opened a transaction before anybody changed it looked at it first.
  `insert into review_step (transaction_id, number, organization_id, kind, at, by_id, seconds)
   select distinct on (t.id) t.id, 0, t.organization_id, 'look', acts.at, acts.by_id,
     greatest(0, floor(extract(epoch from acts.at - t.seen_at)))::int8
   from (
     select chain_id as organization_id, subject_id as transaction_id, at, actor_id as by_id from audit_log
     where action = 'compliance_transaction.viewed' and actor_id is not null
     union all
     select organization_id, transaction_id, at, by_id from compliance_happening
     where by_id is not null and kind not in ('seen', 'confirmed', 'withdrawn', 'screened')
   ) acts join compliance_transaction t on t.id = acts.transaction_id and t.organization_id = acts.organization_id
   order by t.id, acts.at`,
  steps('compliance_happening', 'compliance_transaction'),
  'create index review_step_time on review_step (organization_id, at)',
  'create index review_step_person on review_step (organization_id, by_id, at)',
  `create function review_steps() returns trigger language plpgsql as $$
  begin
    if exists (select from after_rows where by_id is not null) then
      ${steps('after_rows', 'compliance_transaction')};
    end if;
    return null;
  end $$`,
  `create trigger review_steps after insert on compliance_happening
    referencing new table as after_rows for each statement execute function review_steps()`,
  'create index alert_transaction on alert (transaction_id)',
];
