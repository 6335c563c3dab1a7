/** What rows of one look are added up by. */
const grouped = `organization_id, status, below, chain,
  case when risk_score is null then 0 when risk_score > 70 then 3 when risk_score > 40 then 2 else 1 end as band,
  over_threshold, (happened_at at time zone 'UTC')::date as day`;
const columns = 'organization_id, status, below, chain, band, over_threshold, day, n';
const differing = `group by 1, 2, 3, 4, 5, 6, 7 having sum(n) <> 0`;

const trigger = (event: string, given: string, rows: string): readonly string[] => [
  `create function compliance_tally_${event}() returns trigger language plpgsql as $$
  begin
    insert into compliance_tally (${columns})
    select organization_id, status, below, chain, band, over_threshold, day, sum(n) from (${rows}) rows ${differing};
    return null;
  end $$`,
  `create trigger compliance_tally_${event} after ${event} on compliance_transaction
    referencing ${given} for each statement execute function compliance_tally_${event}()`,
];
const added = `select ${grouped}, 1 as n from after_rows`;
const taken = `select ${grouped}, -1 as n from before_rows`;

/**
 * How many compliance transactions of a look there are on each day (UTC), kept by the database itself with every change of a row, so
 * that lists say exact numbers without counting a million rows. Each change adds a row of its own, so that nobody waits for anybody;
 * they are added up later.
 */
export const complianceTally: readonly string[] = [
  `create table compliance_tally (
    organization_id uuid not null,
    status text not null,
    below boolean not null,
    chain text not null,
    band int2 not null,
    over_threshold boolean not null,
    day date not null,
    n int8 not null,
    fresh boolean not null default true
  )`,
  `insert into compliance_tally (${columns}, fresh)
   select organization_id, status, below, chain, band, over_threshold, day, sum(n), false
   from (select ${grouped}, 1 as n from compliance_transaction) rows ${differing}`,
  'create index compliance_tally_day on compliance_tally (organization_id, status, below, day)',
  'create index compliance_tally_fresh on compliance_tally (organization_id) where fresh',
  ...trigger('insert', 'new table as after_rows', added),
  ...trigger('update', 'old table as before_rows new table as after_rows', `${added} union all ${taken}`),
  ...trigger('delete', 'old table as before_rows', taken),
];
