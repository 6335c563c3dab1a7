/** Monitored addresses of organisations (migration 0024). */
export interface MonitoringTables {
  monitored_address: MonitoredAddressTable;
  monitored_address_change: MonitoredAddressChangeTable;
}

export interface MonitoredAddressTable {
  id: string;
  organization_id: string;
  chain: 'bitcoin' | 'ethereum';
  /** As the ledger keeps addresses. */
  key: Buffer;
  /** In the one spelling. */
  address: string;
  client_id: string | null;
  notes: string | null;
  /** JSON: a list of texts. */
  tags: string;
  entity_name: string | null;
  risk_threshold: number | null;
  is_active: boolean;
  outgoing: boolean;
  /** From 1; every change adds one. */
  version: number;
  /** Transactions of blocks from then on are screened. */
  screen_from: Date;
  /** Of the newest change that concerns screening; counts over all organisations. */
  change_number: bigint;
  /** Its past from then on is screened too; null: nobody asked. */
  past_from: Date | null;
  /** Entries of its history that are still to be looked at, the newest first; null: not begun. */
  past_left: number | null;
  past_done_at: Date | null;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

export interface MonitoredAddressChangeTable {
  id: string;
  organization_id: string;
  address_id: string;
  version: number;
  type: 'create' | 'update' | 'delete';
  /** Null: the whole entry. */
  field: string | null;
  /** JSON; null: nothing. */
  before: string | null;
  after: string | null;
  reason: string | null;
  changed_by: string;
  changed_at: Date;
}
