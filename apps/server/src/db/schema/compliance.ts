import type { ComplianceStatus } from '@hopscope/contract';
import type { ColumnType, Generated } from 'kysely';

/** Transactions of monitored addresses (migrations 0025, 0030, 0031 and 0035). */
export interface ComplianceTables {
  monitored_change_counter: { one: Generated<boolean>; last: bigint };
  compliance_transaction: ComplianceTransactionTable;
  compliance_happening: ComplianceHappeningTable;
  compliance_finding: ComplianceFindingTable;
  compliance_filter: ComplianceFilterTable;
}

/** Whole numbers of up to 78 digits: read as text. */
type Numeric = ColumnType<string, string | bigint, string | bigint>;

export interface ComplianceTransactionTable {
  id: string;
  organization_id: string;
  address_id: string;
  chain: 'bitcoin' | 'ethereum';
  /** As people write it: the other way round than in Bitcoin's messages. */
  txid: Buffer;
  address: string;
  /** As it was when the transaction was seen. */
  client_id: string | null;
  direction: 'in' | 'out';
  /** Of Ethereum: the token; null is the chain's own coin. */
  contract: Buffer | null;
  /** Net, in the smallest unit. */
  amount: Numeric;
  presence: 'waiting' | 'confirmed' | 'withdrawn';
  gone_because: 'replaced' | 'evicted' | 'conflict' | 'reorganised' | null;
  replaced_by: Buffer | null;
  height: number | null;
  /** Time of its block; before that when it was first seen. */
  happened_at: Date;
  seen_at: Date;
  screening: Generated<'waiting' | 'scored' | 'not_enough_seen' | 'nothing_known' | 'not_covered' | 'failed'>;
  /** When it is to be screened; null: it has been. */
  screening_due: Date | null;
  attempts: Generated<number>;
  screened_at: Date | null;
  risk_score: number | null;
  over_threshold: Generated<boolean>;
  usd_cents: ColumnType<string | null, string | bigint | null, string | bigint | null>;
  /** Worth less than the organisation's threshold: counted, not listed. */
  below: Generated<boolean>;
  asset_symbol: string | null;
  asset_decimals: number | null;
  /** JSON: all assets that it moved; null: not more than one. */
  assets: string | null;
  /** JSON. */
  counterparties: string | null;
  /** JSON. */
  basis: string | null;
  status: Generated<ComplianceStatus>;
  reviewer_id: string | null;
  reviewed_at: Date | null;
  approved_by: string | null;
  approved_at: Date | null;
  notes: string | null;
  sar_submitted: Generated<boolean>;
  sar_report: string | null;
  /** The report of this organisation that it was closed with, or that was handed in about it. */
  sar_id: string | null;
  due_at: Date | null;
  /** A decision that waits for a second person. */
  proposed_status: 'APPROVED' | 'CLOSED_WITH_NOTE' | 'CLOSED_WITH_SAR' | null;
  proposed_by: string | null;
  proposed_at: Date | null;
  /** Note, or reference of the report. */
  proposed_note: string | null;
  proposed_sar_id: string | null;
  /** The database ends it with any change of what the transaction is (migration 0031). */
  snoozed_until: Date | null;
  snoozed_by: string | null;
  snooze_reason: string | null;
  version: Generated<number>;
}

export interface ComplianceHappeningTable {
  transaction_id: string;
  /** From 1. */
  number: number;
  organization_id: string;
  kind:
    | 'seen'
    | 'confirmed'
    | 'withdrawn'
    | 'screened'
    | 'status'
    | 'assignee'
    | 'proposed'
    | 'rejected'
    | 'snoozed'
    | 'woken';
  at: Date;
  by_id: string | null;
  before: string | null;
  after: string | null;
  note: string | null;
  /** The report that it was closed with. */
  sar_id: string | null;
}

/** What a release of the directory changed of what a past transaction was screened to be. */
export interface ComplianceFindingTable {
  id: string;
  organization_id: string;
  transaction_id: string;
  release: ColumnType<bigint, number | bigint, never>;
  found_at: Date;
  /** JSON. */
  before: string;
  after: string;
  parties: string;
  /** When it was found; null: before it was kept. */
  transaction_status: ComplianceStatus | null;
  seen_by: string | null;
  seen_at: Date | null;
  note: string | null;
}

/** A filter and order of the Screener under a name. */
export interface ComplianceFilterTable {
  id: string;
  organization_id: string;
  owner_id: string;
  /** With the whole organisation. */
  shared: boolean;
  name: string;
  /** Search parameters, as JSON. */
  search: string;
  created_at: Date;
  version: Generated<number>;
}
