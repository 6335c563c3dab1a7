/** The report that a compliance transaction was closed with, or that was handed in about it; which reports tell of a transaction. */
export const closedWithReport = `
alter table compliance_transaction
  add column sar_id uuid,
  add column proposed_sar_id uuid;
alter table compliance_happening add column sar_id uuid;
create index compliance_transaction_sar on compliance_transaction (sar_id) where sar_id is not null;
create index compliance_transaction_proposed_sar on compliance_transaction (proposed_sar_id)
  where proposed_sar_id is not null;
create index sar_transaction_of on sar_transaction (transaction_id)`;
