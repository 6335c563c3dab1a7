/** Risk profiles of organisations, every version kept (`docs/risk.md`); a draft is replaced until it is activated. */
export const risk = `
create table risk_profile (
  organization_id uuid not null,
  number int4 not null check (number > 0),
  state text not null check (state in ('draft', 'active', 'replaced')),
  version text not null,
  settings text not null,
  reason text not null,
  written_by uuid not null,
  written_at timestamptz not null,
  activated_by uuid,
  activated_at timestamptz,
  primary key (organization_id, number)
);
create unique index risk_profile_draft on risk_profile (organization_id) where state = 'draft';
create unique index risk_profile_active on risk_profile (organization_id) where state = 'active'
`;
