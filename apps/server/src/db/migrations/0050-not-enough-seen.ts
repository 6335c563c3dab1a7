/** A screening may find that too little was seen for a low score to count as low. */
export const notEnoughSeen = `
alter table compliance_transaction drop constraint compliance_transaction_screening_check;
alter table compliance_transaction add constraint compliance_transaction_screening_check
  check (screening in ('waiting', 'scored', 'not_enough_seen', 'nothing_known', 'not_covered', 'failed'))
`;
