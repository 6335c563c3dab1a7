/**
 * Who stands behind incoming payments at two or more hops, as their newest screening found it (`docs/alerts.md`); what was screened
 * before this migration has none. Rules that mean somebody and named no relation looked at counterparties alone: they go on so.
 */
export const complianceExposure = `
create table compliance_exposure (
  transaction_id uuid primary key,
  parties text not null
);
update alert_rule set counterparty_relation = 'direct', version = version + 1
  where counterparty_relation is null and (target_type = 'entity' or counterparty_entity is not null or category is not null)
`;
