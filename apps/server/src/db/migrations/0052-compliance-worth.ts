/** Lists of several assets are in the order of what was moved in dollars then. */
export const complianceWorth = `create index compliance_transaction_worth
  on compliance_transaction (organization_id, status, usd_cents desc nulls last, id desc) where not below`;
