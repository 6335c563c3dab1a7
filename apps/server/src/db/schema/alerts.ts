/** Alert rules and alerts (migration 0027). */
export interface AlertTables {
  alert_rule: AlertRuleTable;
  alert: AlertTable;
}

export interface AlertRuleTable {
  id: string;
  organization_id: string;
  target_type: 'address' | 'entity' | 'transaction';
  target: string;
  chain: 'bitcoin' | 'ethereum';
  direction: 'in' | 'out' | 'both';
  /** In coins, as decimal text; null: any. */
  amount: string | null;
  severity: 'high' | 'medium' | 'low';
  counterparty_relation: 'direct' | 'indirect' | null;
  counterparty_entity: string | null;
  category: string | null;
  summary: string;
  /** False: paused. */
  is_active: boolean;
  /** From 1; every change adds one. */
  version: number;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

export interface AlertTable {
  id: string;
  organization_id: string;
  rule_id: string;
  /** The compliance transaction. */
  transaction_id: string;
  /** Of the rule when it was raised, as severity and summary. */
  type: 'address' | 'entity' | 'transaction';
  severity: 'high' | 'medium' | 'low';
  message: string;
  summary: string;
  raised_at: Date;
  status: 'new' | 'acknowledged';
  assignee_id: string | null;
  acknowledged_by: string | null;
  acknowledged_at: Date | null;
  version: number;
}
