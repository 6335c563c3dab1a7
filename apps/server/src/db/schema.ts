// Made from the database by `npm run types:database`; not to be changed by hand.
import type {
  CaseEventKind,
  CaseOutcome,
  CaseStatus,
  ComplianceStatus,
  ContactRequest,
  Currency,
  DirectoryJob,
  EvidenceType,
  FeedReport,
  Invoice,
  NewsFeedSettings,
  Note,
  Notifications,
  NumberFormat,
  PriceSource,
  SarEventKind,
  SarStatus,
  StepReport,
  StoredAlertConditions,
  SubscriptionStatus,
  Theme,
} from '@hopscope/contract';
import type { ColumnType, Generated } from 'kysely';

/** Whole numbers of up to 78 digits: read as text. */
type Numeric = ColumnType<string, string | bigint, string | bigint>;
type NullableNumeric = ColumnType<string | null, string | bigint | null, string | bigint | null>;
/** Read as what it holds, written as text. */
type Json<T> = ColumnType<T | null, string | null, string | null>;

export interface AlertTable {
  id: string;
  organization_id: string;
  /** Null: of no rule, but because the payment was reversed, or because of what the issuer of a token did. */
  rule_id: string | null;
  /** The compliance transaction, or what the issuer of a token did. */
  transaction_id: string | null;
  issuer_measure_id: string | null;
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
  /** Of the first alert that it is shown with. */
  group_id: string;
}

export interface AlertEventTable {
  organization_id: string;
  /** From 1 without gaps, in the order of commits. */
  number: bigint;
  id: string;
  kind: 'alert.raised' | 'alert.acknowledged' | 'screening.decided';
  alert_id: string | null;
  screening_check_id: string | null;
  at: Date;
}

export interface AlertEventCountTable {
  organization_id: string;
  last: bigint;
}

export interface AlertMailTable {
  organization_id: string;
  user_id: string;
  frequency: 'critical' | 'hourly' | 'daily';
  /** Last event that was sent by mail. */
  cursor_sequence: bigint;
  due_at: Date;
}

export interface AlertRuleTable {
  id: string;
  organization_id: string;
  target_type: 'address' | 'entity' | 'transaction';
  target: string;
  chain: 'bitcoin' | 'ethereum';
  /** The other conditions, as the contract declares them. */
  conditions: StoredAlertConditions;
  severity: 'high' | 'medium' | 'low';
  summary: string;
  /** False: paused. */
  is_active: boolean;
  /** From 1; every change adds one. */
  version: number;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

export interface ApiKeyTable {
  id: string;
  organization_id: string;
  name: string;
  scopes: string[];
  /** Networks in CIDR notation that may use it; empty: all. */
  networks: string[];
  /** Null: no end. */
  expires_at: Date | null;
  /** The key acts as this person, with their role at the time of the call. */
  created_by: string;
  /** The session that created it had a second factor. */
  second_factor: boolean;
  created_at: Date;
  updated_at: Date;
  revoked_at: Date | null;
  version: number;
}

export interface ApiKeySecretTable {
  /** SHA-256. */
  hash: Uint8Array;
  key_id: string;
  /** First characters, by which people recognize it. */
  hint: string;
  created_at: Date;
  /** Set when a newer one was made. */
  ends_at: Date | null;
}

export interface ApiKeyUseTable {
  organization_id: string;
  /** Day in UTC, `2026-03-04`. */
  day: string;
  key_id: string;
  /** ID of the call in the contract. */
  call: string;
  calls: bigint;
  /** Missing scope, foreign network, or over the limit of the plan. */
  refused: bigint;
  last_at: Date;
  /** The sum of the day is in the audit log. */
  recorded: boolean;
}

export interface AppSessionTable {
  id: string;
  user_id: string;
  /** SHA-256 of the current refresh token. */
  refresh_hash: Uint8Array;
  created_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  ip: Generated<string>;
  user_agent: Generated<string>;
  /** Last sign-in or refresh; null for sessions from before this was kept. */
  last_seen_at: Date | null;
  second_factor: Generated<boolean>;
  /** When a factor other than the password, or a provider, opened the session. */
  proven_at: Date | null;
}

export interface AppUserTable {
  id: string;
  name: string;
  surname: string;
  email: string;
  /** Lower-cased, NFKC: the unique form of the email. A removed person has one that no email can have. */
  email_key: string;
  /** Null: signs in by other means only. */
  password_hash: string | null;
  /** The longest of the lengths that organizations can require which the password has; null without a password. */
  password_length: number | null;
  role: 'user' | 'operator';
  created_at: Date;
  email_verified_at: Date | null;
  removed_at: Date | null;
  currency: Generated<Currency>;
  time_zone: Generated<string>;
  number_format: Generated<NumberFormat>;
  theme: Theme | null;
  /** What differs from the defaults. */
  notifications: Generated<Partial<Notifications>>;
}

export interface AuditChainTable {
  /** Organization id, or the nil UUID for the installation. */
  id: string;
  length: bigint;
  head: Uint8Array;
  /** Length that the chain of the installation vouches for. */
  anchored: Generated<bigint>;
}

export interface AuditDetailTable {
  chain_id: string;
  sequence: bigint;
  /** Null where the whole was erased. */
  salt: Uint8Array | null;
  /** Canonical JSON: the text that the entry commits to or, after erasure, the text that the erasing entry commits to. */
  details: string | null;
  erased_at: Date | null;
}

export interface AuditLogTable {
  chain_id: string;
  /** From 1. */
  sequence: bigint;
  at: Date;
  actor_id: string | null;
  actor_role: string;
  action: string;
  subject_type: string;
  subject_id: string | null;
  /** SHA-256 over salt and details. */
  commitment: Uint8Array;
  /** SHA-256 over the row before and this row. */
  hash: Uint8Array;
}

export interface BackupRunTable {
  id: Generated<bigint>;
  started_at: Date;
  /** Null while it runs, and after its process was killed. */
  finished_at: Date | null;
  chain: boolean;
  /** Size of the archive, and of its content before compression; null unless it succeeded. */
  bytes: bigint | null;
  raw_bytes: bigint | null;
  /** Null unless it failed. */
  failure: string | null;
}

export interface BtcAccountTable {
  id: bigint;
  received: bigint;
  spent: bigint;
  tx_count: number;
  block_count: number;
  flags: number;
  key: Uint8Array;
  tail: Uint8Array;
}

export interface BtcActivityTable {
  id: bigint;
  chunk: number;
  entries: Uint8Array;
}

export interface BtcBlockTable {
  height: number;
  hash: Uint8Array;
  header: Uint8Array;
  tx_count: number;
  size: number;
  stripped_size: number;
  input_count: number;
  output_count: number;
  unknown_inputs: number;
  output_amt: bigint;
  reward: bigint;
  fees: bigint;
  coinbase_script: Uint8Array;
}

export interface BtcClusterTable {
  id: bigint;
  home: bigint;
  key: Uint8Array;
  size: bigint;
  parent: bigint | null;
  place: bigint | null;
  linked: bigint | null;
}

export interface BtcClusterEntityTable {
  id: bigint;
  entity: string;
  n: bigint;
}

export interface BtcClusterStateTable {
  one: Generated<number>;
  rule: number;
  done: number;
}

export interface BtcDaysTable {
  id: bigint;
  part: number;
  days: Uint8Array;
}

export interface BtcDroppedTable {
  seq: bigint;
  txid: Uint8Array;
  first_seen: bigint;
  dropped_at: bigint;
  reason: 'mined' | 'replaced' | 'evicted' | 'conflict';
  by_txid: Uint8Array | null;
}

export interface BtcDroppedInputTable {
  prev_txid: Uint8Array;
  vout: bigint;
  txid: Uint8Array;
  block_hash: Uint8Array;
  mined_at: bigint;
}

export interface BtcForkBlockTable {
  hash: Uint8Array;
  prev_hash: Uint8Array;
  raw: Uint8Array;
}

export interface BtcLabelTable {
  key: Uint8Array;
  entity: string;
  n: number;
}

export interface BtcLedgerTable {
  one: Generated<number>;
  network: string;
  transactions: Generated<bigint>;
  addresses: Generated<bigint>;
  utxos: Generated<bigint>;
  address_balance: Generated<bigint>;
  other_balance: Generated<bigint>;
  destroyed: Generated<bigint>;
  rewards: Generated<bigint>;
  fees: Generated<bigint>;
  unknown_inputs: Generated<bigint>;
}

export interface BtcLoadTable {
  one: Generated<number>;
  state: string;
}

export interface BtcMempoolTable {
  one: Generated<number>;
  transactions: number;
  vsize: bigint;
  left_out: number;
  synced_at: bigint;
  tip: Uint8Array | null;
}

export interface BtcMempoolAddressTable {
  key: Uint8Array;
  id: bigint;
  received: bigint;
  spent: bigint;
}

export interface BtcMempoolInputTable {
  prev_txid: Uint8Array;
  vout: bigint;
  id: bigint;
}

export interface BtcMempoolTxTable {
  id: bigint;
  txid: Uint8Array;
  first_seen: bigint;
  vsize: number;
  fee: bigint | null;
  rate: bigint | null;
  unknown_inputs: number;
  signals: number;
  raw: Uint8Array;
  prevouts: Uint8Array;
}

export interface BtcRangeTable {
  lo: number;
  hi: number;
}

export interface BtcRemoteTable {
  one: Generated<number>;
  network: string;
  height: number;
  hash: Uint8Array;
  time: bigint;
}

export interface BtcRemoteAddressTable {
  key: Uint8Array;
  address: string;
  total: number;
  stored: number;
  received: bigint;
  spent: bigint;
  asked_at: bigint;
  checked_at: bigint;
  checked_tip: Uint8Array;
  problem: string | null;
}

export interface BtcRemoteBlockTable {
  hash: Uint8Array;
  height: number;
  header: Uint8Array;
}

export interface BtcRemoteEntryTable {
  key: Uint8Array;
  number: number;
  txid: Uint8Array;
  received: bigint;
  spent: bigint;
}

export interface BtcRemoteTxTable {
  txid: Uint8Array;
  block: Uint8Array;
  height: number;
  time: bigint;
  place: number | null;
  raw: Uint8Array;
  prevouts: Uint8Array;
}

export interface BtcSpendTable {
  outpoint: bigint;
  inpoint: bigint;
}

export interface BtcTxTable {
  pos: bigint;
  txid: Uint8Array;
  body: Uint8Array;
}

export interface BtcTxLookupTable {
  key: bigint;
  pos: bigint;
}

export interface BtcTxRestTable {
  pos: bigint;
  rest: Uint8Array;
}

export interface BtcUnresolvedTable {
  key: bigint;
  inpoint: bigint;
}

export interface CaseAddressTable {
  id: string;
  case_id: string;
  chain: 'bitcoin' | 'ethereum';
  address: string;
  added_by: string;
  added_at: Date;
}

export interface CaseDocumentTable {
  case_id: string;
  document_id: string;
  added_by: string;
  added_at: Date;
}

export interface CaseEventTable {
  case_id: string;
  organization_id: string;
  /** From 1 without gaps. */
  number: number;
  kind: CaseEventKind;
  at: Date;
  actor_id: string | null;
  /** JSON: what changed, and what was added or removed. */
  data: string;
  note: string | null;
}

export interface CaseEvidenceTable {
  id: string;
  case_id: string;
  name: string;
  type: EvidenceType;
  size: number;
  sha256: Uint8Array;
  added_by: string;
  added_at: Date;
  removed_by: string | null;
  removed_at: Date | null;
  removed_because: string | null;
  /** The key of its parts, encrypted with the server's secret; null once it is removed. */
  key: Uint8Array | null;
}

export interface CaseEvidencePartTable {
  evidence_id: string;
  part: number;
  bytes: Uint8Array;
}

export interface CaseNoteTable {
  id: string;
  case_id: string;
  content: string;
  written_by: string;
  written_at: Date;
}

export interface CaseTaskTable {
  id: string;
  case_id: string;
  content: string;
  assigned_to: string | null;
  due_at: Date | null;
  done_by: string | null;
  done_at: Date | null;
  added_at: Date;
}

export interface CaseTransactionTable {
  case_id: string;
  /** Of `compliance_transaction`. */
  transaction_id: string;
  added_by: string;
  added_at: Date;
}

export interface ComplianceCaseTable {
  id: string;
  organization_id: string;
  /** Of the organization's cases, from 1. */
  number: number;
  title: string;
  description: string;
  /** 1: critical to 4: low. */
  priority: number;
  status: CaseStatus;
  /** Who set this status; null: unknown, or unchanged since it was opened. */
  status_by: string | null;
  assigned_to: string | null;
  client_id: string | null;
  /** JSON. */
  tags: string;
  due_at: Date | null;
  outcome: CaseOutcome | null;
  decision_reason: string | null;
  decided_by: string | null;
  decided_at: Date | null;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  /** Number of its last event. */
  version: Generated<number>;
  /** Legal hold: who placed it, when, and why; null: none. */
  hold_by: string | null;
  hold_at: Date | null;
  hold_reason: string | null;
}

export interface ComplianceDailyCountTable {
  organization_id: string;
  status: string;
  below_threshold: boolean;
  chain: string;
  risk_level: 'high' | 'medium' | 'low' | 'unknown';
  over_threshold: boolean;
  day: Date;
  n: bigint;
  fresh: Generated<boolean>;
}

export interface ComplianceDependencyTable {
  transaction_id: string;
  directory_version: bigint;
  dependencies: bigint[];
  dependencies_complete: boolean;
}

export interface ComplianceEventTable {
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
  actor_id: string | null;
  before: string | null;
  after: string | null;
  note: string | null;
  /** The report that it was closed with. */
  sar_id: string | null;
}

export interface ComplianceExposureTable {
  transaction_id: string;
  parties: string;
}

export interface ComplianceFilterTable {
  id: string;
  organization_id: string;
  owner_id: string;
  /** With the whole organization. */
  shared: boolean;
  name: string;
  /** Search parameters, as JSON. */
  search: string;
  created_at: Date;
  version: Generated<number>;
}

export interface ComplianceFindingTable {
  id: string;
  organization_id: string;
  transaction_id: string;
  release: bigint;
  found_at: Date;
  /** JSON. */
  before: string;
  after: string;
  parties: string;
  seen_by: string | null;
  seen_at: Date | null;
  note: string | null;
  /** When it was found; null: before it was kept. */
  transaction_status: ComplianceStatus | null;
}

export interface ComplianceRescreenTable {
  transaction_id: string;
  release: bigint;
  attempts: Generated<number>;
  next_attempt_at: Generated<Date>;
}

export interface ComplianceRescreenStateTable {
  one: Generated<boolean>;
  announced: bigint;
  done: bigint;
}

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
  presence: 'unconfirmed' | 'confirmed' | 'withdrawn';
  dropped_because: 'replaced' | 'evicted' | 'conflict' | 'reorganized' | null;
  replaced_by: Buffer | null;
  height: number | null;
  /** Time of its block; before that when it was first seen. */
  happened_at: Date;
  seen_at: Date;
  screening: 'pending' | 'scored' | 'not_enough_seen' | 'nothing_known' | 'not_covered' | 'failed';
  /** When it is to be screened; null: it has been. */
  next_attempt_at: Date | null;
  /** Of the screening that is due. */
  attempts: Generated<number>;
  screened_at: Date | null;
  risk_score: number | null;
  /** What the Screener calls the score: given by the screening that gave the score, and not worked out again. */
  risk_level: 'high' | 'medium' | 'low' | null;
  /** Version of the risk profile that it was screened by. */
  risk_profile: string | null;
  over_threshold: Generated<boolean>;
  usd_cents: NullableNumeric;
  /** Worth less than the organization's threshold: counted, not listed. */
  below_threshold: Generated<boolean>;
  asset_symbol: string | null;
  asset_decimals: number | null;
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
  due_at: Date | null;
  version: Generated<number>;
  /** A decision that waits for a second person. */
  proposed_status: 'APPROVED' | 'CLOSED_WITH_NOTE' | 'CLOSED_WITH_SAR' | null;
  proposed_by: string | null;
  proposed_at: Date | null;
  /** Note, or reference of the report. */
  proposed_note: string | null;
  /** The database ends it with any change of what the transaction is. */
  snoozed_until: Date | null;
  snoozed_by: string | null;
  snooze_reason: string | null;
  /** The report of this organization that it was closed with, or that was handed in about it. */
  sar_id: string | null;
  proposed_sar_id: string | null;
  /** JSON: all assets that it moved; null: not more than one. */
  assets: string | null;
}

export interface ContactRequestTable {
  id: string;
  user_id: string | null;
  email: string;
  company: string;
  company_size: ContactRequest['companySize'];
  message: string;
  created_at: Date;
  closed_at: Date | null;
}

export interface DirectoryAttributionTable {
  id: Generated<bigint>;
  chain: number;
  key: Uint8Array;
  source_id: string;
  rank: number;
  local_id: string;
  kind: 'direct' | 'derived' | 'denied';
  bo: string | null;
  custodian: string | null;
  label: string | null;
  category: string | null;
  confidence: number;
  ref: string | null;
  valid_from: string | null;
  valid_to: string | null;
  retrieved_at: Date;
  digest: Uint8Array;
  since: bigint;
  until: bigint | null;
}

export interface DirectoryChangeTable {
  id: string;
  kind: 'edit' | 'create' | 'delete' | 'attribution' | 'merge' | 'unmerge';
  suggestion: boolean;
  entity_id: string;
  patch: unknown;
  base_version: bigint;
  author: string;
  at: Date;
  reason: string | null;
  state: 'pending' | 'approved' | 'rejected' | 'withdrawn';
  decided_by: string | null;
  decided_at: Date | null;
  decision_reason: string | null;
  release: bigint | null;
}

export interface DirectoryEditorTable {
  user_id: string;
  granted_by: string | null;
  at: Date;
}

export interface DirectoryEntityTable {
  entity_id: string;
  record: unknown;
  version: bigint;
  updated_at: Date;
  updated_by: string | null;
  csam: boolean;
  next_change: string | null;
  domain: string | null;
  name_key: string | null;
  country: string | null;
  parent_id: string | null;
}

export interface DirectoryFeedTable {
  id: string;
  name: string;
  importer: string;
  location: string | null;
  license: string | null;
  acknowledgment: string | null;
  rank: number;
  enabled: boolean;
  updated_at: Date;
}

export interface DirectoryJobTable {
  id: string;
  state: DirectoryJob['state'];
  actor: string | null;
  started_at: Date;
  updated_at: Date;
  finished_at: Date | null;
  changes: Generated<bigint>;
  /** What the running step does; JSON as text when written. */
  progress: unknown;
  cancel_requested: Generated<boolean>;
  error: string | null;
}

export interface DirectoryJobStepTable {
  job_id: string;
  place: number;
  feed_id: string;
  state: DirectoryJob['steps'][number]['state'];
  /** JSON as text when written. */
  report: Json<StepReport>;
  error: string | null;
  started_at: Date | null;
  finished_at: Date | null;
}

export interface DirectoryMergedTable {
  entity_id: string;
  into_id: string;
  release: bigint;
  /** Release that withdrew it; null: still valid. */
  until: bigint | null;
}

export interface DirectoryReleaseTable {
  id: bigint;
  source_id: string;
  kind: 'sync' | 'edit' | 'merge';
  at: Date;
  actor: string | null;
  statements_added: number;
  statements_removed: number;
  attributions_added: number;
  attributions_removed: number;
  entities: number;
  refused: number;
  sample: unknown;
}

export interface DirectorySourceTable {
  id: string;
  name: string;
  importer: string;
  url: string | null;
  license: string | null;
  acknowledgment: string | null;
  rank: number;
  data_date: string | null;
  retrieved_at: Date | null;
  content_hash: string | null;
  entities: number | null;
  attributions: number | null;
  refused: number | null;
  other_chains: number | null;
  refused_sample: Generated<unknown>;
}

export interface DirectoryStagedAttributionTable {
  chain: number;
  key: Uint8Array;
  local_id: string;
  kind: string;
  bo: string | null;
  custodian: string | null;
  label: string | null;
  category: string | null;
  confidence: number;
  ref: string | null;
  valid_from: string | null;
  valid_to: string | null;
  digest: Uint8Array;
}

export interface DirectoryStagedStatementTable {
  local_id: string;
  field: string;
  place: number;
  value: string | null;
  ref: string | null;
  confidence: number;
  valid_from: string | null;
  valid_to: string | null;
  digest: Uint8Array;
}

export interface DirectoryStagedSubjectTable {
  local_id: string;
  same_as: string | null;
  by_name: boolean;
}

export interface DirectoryStateTable {
  one: Generated<boolean>;
  version: bigint;
}

export interface DirectoryStatementTable {
  id: Generated<bigint>;
  source_id: string;
  rank: number;
  local_id: string;
  field: string;
  place: number;
  value: string | null;
  ref: string | null;
  confidence: number;
  valid_from: string | null;
  valid_to: string | null;
  retrieved_at: Date;
  digest: Uint8Array;
  since: bigint;
  until: bigint | null;
}

export interface DirectorySubjectTable {
  source_id: string;
  local_id: string;
  entity_id: string;
  reason: string;
  since: bigint;
  until: bigint | null;
}

export interface EthAccountTable {
  id: bigint;
  received: Numeric;
  spent: Numeric;
  opening: NullableNumeric;
  key: Uint8Array;
  lists: Uint8Array;
}

export interface EthAssetTable {
  id: number;
  contract: Uint8Array;
  standard: number;
  decimals: number | null;
  fake: boolean;
  movements: bigint;
  name: string | null;
  symbol: string | null;
}

export interface EthBlockTable {
  height: number;
  hash: Uint8Array;
  parent_hash: Uint8Array;
  time: bigint;
  tx_count: number;
  body: Uint8Array;
}

export interface EthDaysTable {
  id: bigint;
  part: number;
  days: Uint8Array;
}

export interface EthDroppedTxTable {
  hash: Uint8Array;
  sender: Uint8Array;
  nonce: Numeric;
  block_hash: Uint8Array;
  /** The transaction with the same sender and nonce that a block contains since; null: none. */
  replaced_by: Uint8Array | null;
}

export interface EthFactTable {
  key: Uint8Array;
  pos: bigint;
  log: number;
  kind: number;
  contract: Uint8Array;
}

export interface EthHoldingTable {
  id: bigint;
  asset: number;
  received: Numeric;
  spent: Numeric;
  lists: Uint8Array;
}

export interface EthLedgerTable {
  one: Generated<number>;
  chain_id: Numeric;
  network: string;
  transactions: Generated<bigint>;
  accounts: Generated<bigint>;
  assets: Generated<bigint>;
  unopened: Generated<bigint>;
  untraced: Generated<bigint>;
  received: Numeric;
  spent: Numeric;
  rewards: Numeric;
  withdrawals: Numeric;
  fees: Numeric;
  burnt: Numeric;
  tips: Numeric;
  destroyed: Numeric;
  opened: Numeric;
}

export interface EthListTable {
  id: bigint;
  list: number;
  chunk: number;
  entries: Uint8Array;
}

export interface EthLoadTable {
  one: Generated<number>;
  state: string;
}

export interface EthRangeTable {
  lo: number;
  hi: number;
}

export interface EthRemoteTable {
  one: Generated<number>;
  chain_id: bigint;
  height: number;
  hash: Uint8Array;
  time: bigint;
}

export interface EthRemoteAddressTable {
  key: Uint8Array;
  stored: number;
  complete: boolean;
  balance: NullableNumeric;
  balance_height: number | null;
  fits: boolean | null;
  created_by: Uint8Array | null;
  created_height: number | null;
  asked_at: bigint;
  checked_at: bigint;
  checked_tip: Uint8Array;
  checked_height: number;
  problem: string | null;
}

export interface EthRemoteListTable {
  key: Uint8Array;
  list: number;
  loaded: number;
  settled: number;
}

export interface EthRemoteMovementTable {
  key: Uint8Array;
  list: number;
  height: number;
  ord: number;
  number: number | null;
  time: bigint;
  hash: Uint8Array;
  tx_index: number | null;
  kind: number;
  sender: Uint8Array | null;
  receiver: Uint8Array | null;
  token: Uint8Array | null;
  token_id: NullableNumeric;
  amount: Numeric;
  attempted: NullableNumeric;
  log_index: number | null;
  path: string | null;
  selector: Uint8Array | null;
  creates: boolean;
  spam: number;
}

export interface EthRemoteTokenTable {
  contract: Uint8Array;
  id: Generated<number>;
  standard: string;
  name: string | null;
  symbol: string | null;
  decimals: number | null;
  fake: boolean;
}

export interface EthTxTable {
  pos: bigint;
  hash: Uint8Array;
  body: Uint8Array;
}

export interface EthTxLookupTable {
  key: bigint;
  pos: bigint;
}

export interface FlowDocumentTable {
  id: string;
  organization_id: string;
  title: string;
  everybody: 'view' | 'comment' | 'edit' | null;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  /** Number of the last step. */
  sequence: Generated<number>;
  /** Records after it. */
  records: Generated<number>;
  /** Of all steps. */
  bytes: Generated<bigint>;
  deleted_at: Date | null;
}

export interface FlowLinkTable {
  id: string;
  document_id: string;
  /** SHA-256 of the token. */
  token: Uint8Array;
  made_by: string;
  made_at: Date;
  expires_at: Date;
}

export interface FlowNoteTable {
  document_id: string;
  note_id: string;
  author: string;
  /** Author as the note names them */
  name: string;
  /** Seconds since 1970 */
  time: bigint;
  text: string;
}

export interface FlowShareTable {
  document_id: string;
  user_id: string;
  role: 'view' | 'comment' | 'edit';
}

export interface FlowSnapshotTable {
  id: string;
  document_id: string;
  sequence: number;
  name: string;
  made_by: string;
  made_at: Date;
}

export interface FlowStateTable {
  document_id: string;
  sequence: number;
  /** Canonical JSON of the records, gzip. */
  records: Buffer;
  /** SHA-256 of the canonical JSON, hex digits. */
  digest: string;
  /** Bytes of all steps up to it. */
  bytes: bigint;
}

export interface FlowStepTable {
  document_id: string;
  /** From 1 without gaps. */
  sequence: number;
  step_id: string;
  author: string;
  at: Date;
  /** JSON. */
  step: string;
}

export interface InvoiceTable {
  id: string;
  serial: Generated<bigint>;
  organization_id: string;
  plan_id: string;
  billing_period: 'monthly' | 'yearly';
  amount: bigint;
  currency: string;
  status: Invoice['status'];
  period_start: Date;
  period_end: Date;
  created_at: Date;
  due_at: Date;
  paid_at: Date | null;
}

export interface IssuerMeasureTable {
  id: string;
  organization_id: string;
  address_id: string;
  chain: 'bitcoin' | 'ethereum';
  /** The transaction with the event. */
  txid: Buffer;
  address: string;
  kind: 'frozen' | 'seized';
  /** The token. */
  contract: Buffer;
  presence: 'confirmed' | 'withdrawn';
  height: number | null;
  /** Time of its block. */
  happened_at: Date;
  /** Its alert is still to be raised. */
  is_due: boolean;
}

export interface LedgerEventTable {
  id: bigint;
  kind: string;
  blockchain: string;
  lo: number | null;
  hi: number | null;
  depth: number | null;
  keys: Uint8Array | null;
}

export interface LedgerEventCounterTable {
  one: Generated<boolean>;
  last: bigint;
}

export interface MonitoredAddressTable {
  id: string;
  organization_id: string;
  chain: 'bitcoin' | 'ethereum';
  /** As the ledger keeps addresses. */
  key: Buffer;
  /** Canonical spelling. */
  address: string;
  client_id: string | null;
  notes: string | null;
  /** JSON: a list of texts. */
  tags: Generated<string>;
  entity_name: string | null;
  risk_threshold: number | null;
  is_active: boolean;
  outgoing: boolean;
  /** From 1; every change adds one. */
  version: number;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  /** Transactions of blocks from then on are screened. */
  screen_from: Date;
  /** Of the newest change that concerns screening; counts over all organizations. */
  change_number: Generated<bigint>;
  /** History from this time on is screened too; null: not requested. */
  past_from: Date | null;
  /** Entries of its history that are still to be looked at, the newest first; null: not begun. */
  past_left: number | null;
  past_done_at: Date | null;
  /** The monitored wallet that it joined with. */
  wallet_id: string | null;
}

export interface MonitoredAddressEventTable {
  id: string;
  organization_id: string;
  address_id: string;
  /** Version of the entry: a change of several fields has a row for each. */
  number: number;
  kind: 'create' | 'update' | 'delete';
  /** Null: the whole entry. */
  field: string | null;
  /** JSON; null: nothing. */
  before: string | null;
  after: string | null;
  note: string | null;
  actor_id: string;
  at: Date;
}

export interface MonitoredChangeCounterTable {
  one: Generated<boolean>;
  last: bigint;
}

export interface MonitoredWalletTable {
  id: string;
  organization_id: string;
  name: string;
  chain: 'bitcoin' | 'ethereum';
  /** Canonical, with its checksum; or the address of an Ethereum account. */
  descriptor: string;
  gap_limit: number | null;
  /** Movements of an Ethereum account in which deposit accounts have been looked for: from the first to before the last. */
  searched_from: number | null;
  searched_to: number | null;
  is_searched: Generated<boolean>;
  client_id: string | null;
  entity_name: string | null;
  /** JSON: a list of texts. */
  tags: string;
  outgoing: boolean;
  past_from: Date | null;
  /** The limit of monitored addresses left no room for more. */
  is_limited: Generated<boolean>;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

export interface MonitoredWalletAddressTable {
  wallet_id: string;
  branch: number;
  index: number;
  key: Uint8Array;
}

export interface MonitoredWalletBranchTable {
  wallet_id: string;
  branch: number;
  /** Addresses up to the last used one, and those that were derived. */
  used: Generated<number>;
  derived: Generated<number>;
}

export interface NewsFeedTable {
  id: string;
  name: string;
  url: string;
  /** `demo`: made up here, never fetched. */
  format: NewsFeedSettings['format'] | 'demo';
  contents: NewsFeedSettings['contents'];
  enabled: boolean;
  created_at: Date;
  last_run_at: Date | null;
  /** JSON as text when written. */
  last_report: Json<FeedReport>;
  last_error: string | null;
}

export interface NewsItemTable {
  id: Generated<bigint>;
  feed_id: string;
  digest: Uint8Array;
  kind: 'news' | 'post';
  title: string;
  description: string;
  /** Other searchable text. */
  body: string;
  link: string | null;
  username: string | null;
  display_name: string | null;
  published_at: Date | null;
  /** When it was published, or else fetched: the order of lists. */
  shown_at: Date;
  fetched_at: Date;
  words: string[];
}

export interface NoteTable {
  id: string;
  organization_id: string;
  type: Note['type'];
  /** As the chain writes it, in small letters. */
  transaction_id: string | null;
  /** Canonical spelling of the address. */
  address: string | null;
  content: string;
  /** From 1. */
  version: number;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

export interface NoteVersionTable {
  note_id: string;
  version: number;
  organization_id: string;
  content: string;
  written_at: Date;
  replaced_at: Date;
}

export interface OneTimeTokenTable {
  /** SHA-256. */
  hash: Uint8Array;
  kind: string;
  user_id: string | null;
  /** Sealed. */
  data: Uint8Array | null;
  attempts: Generated<number>;
  created_at: Date;
  expires_at: Date;
}

export interface OrganizationTable {
  id: string;
  name: string;
  description: string;
  email: string;
  owner_id: string;
  allowed_domains: string[];
  allow_csam: boolean;
  invite_code: string;
  /** 0 to 100. */
  risk_score_threshold: number;
  /** US cents. */
  transaction_threshold: bigint;
  require_second_factor: boolean;
  /** Characters. */
  min_password_length: Generated<number>;
  /** Hours after a sign-in; null: as long as the session lasts. */
  max_session_hours: number | null;
  /** Start of the day in which `invitations_sent` mails went out. */
  invitations_since: Date | null;
  invitations_sent: number;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  /** From this risk score on a second person confirms decisions; null: from none. */
  approval_score: number | null;
  /** From this worth on, in US cents. */
  approval_cents: bigint | null;
  /** A second person confirms approvals at or above the risk threshold. */
  approval_over_threshold: Generated<boolean>;
  auto_assign: Generated<'off' | 'over_threshold' | 'all'>;
  /** Those seen earlier are not given by themselves. */
  auto_assign_since: Date | null;
}

export interface OrganizationInvitationTable {
  id: string;
  organization_id: string;
  email: string;
  /** Lower-cased, NFKC. */
  email_key: string;
  role: 'admin' | 'manager' | 'team_member';
  status: 'pending' | 'accepted' | 'rejected';
  /** SHA-256 of the token in the mail. */
  token_hash: Uint8Array;
  invited_by: string;
  created_at: Date;
  expires_at: Date;
  answered_at: Date | null;
}

export interface OrganizationMemberTable {
  id: string;
  organization_id: string;
  user_id: string;
  role: 'admin' | 'manager' | 'team_member';
  invited_by: string | null;
  joined_at: Date;
}

export interface OrganizationProvisioningTable {
  organization_id: string;
  /** Email domains whose people the identity provider manages; never empty. */
  domains: string[];
  /** JSON: `[{group, role}]`. */
  group_roles: string;
  /** Role of people without a group that has one; null: they are no members. */
  default_role: 'admin' | 'manager' | 'team_member' | null;
  updated_at: Date;
}

export interface OutboxMailTable {
  id: string;
  recipient: string;
  template: string;
  subject: string;
  /** Sealed `{text, html}`; null once delivered or too old. */
  content: Uint8Array | null;
  /** `stored`: no mail server is set, the operator finds it in the outbox. */
  status: 'queued' | 'sent' | 'stored' | 'failed';
  attempts: number;
  last_error: string | null;
  created_at: Date;
  next_attempt_at: Date | null;
  done_at: Date | null;
}

export interface PasskeyTable {
  id: string;
  user_id: string;
  /** base64url. */
  credential_id: string;
  /** COSE. */
  public_key: Uint8Array;
  counter: bigint;
  transports: string[];
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

export interface PlanTable {
  id: string;
  name: string;
  description: string;
  sort_order: number;
  /** Null: no limit. */
  max_members: number | null;
  max_transactions: number | null;
  retention_months: number | null;
  support: string;
  /** JSON: a boolean or a text. */
  api_access: string;
  /** Calls with API keys per day (UTC). */
  max_api_calls: number | null;
  updated_at: Date;
}

export interface PlanPriceTable {
  plan_id: string;
  billing_period: 'monthly' | 'yearly';
  amount: bigint;
  currency: string;
}

export interface PriceDayTable {
  symbol: string;
  /** Calendar day (UTC) such as 2026-01-31. */
  day: string;
  micros: bigint;
  source: PriceSource;
}

export interface PriceLatestTable {
  source: PriceSource;
  /** Of a coin, or `USD:` and a display currency. */
  symbol: string;
  micros: bigint;
  at: Date;
  fetched_at: Date;
}

export interface PriceRangeTable {
  source: PriceSource;
  symbol: string;
  from_day: string;
  to_day: string;
}

export interface ProvisionedGroupTable {
  id: string;
  organization_id: string;
  external_id: string | null;
  /** As sent; unique without case. */
  name: string;
  created_at: Date;
  updated_at: Date;
}

export interface ProvisionedGroupMemberTable {
  group_id: string;
  provisioned_user_id: string;
}

export interface ProvisionedUserTable {
  id: string;
  organization_id: string;
  user_id: string;
  external_id: string | null;
  /** As sent; unique without case. */
  user_name: string;
  active: boolean;
  created_at: Date;
  updated_at: Date;
}

export interface RateWindowTable {
  key: Uint8Array;
  used: number;
  ends_at: Date;
}

export interface RecoveryCodeTable {
  user_id: string;
  /** SHA-256. */
  hash: Uint8Array;
  created_at: Date;
  used_at: Date | null;
}

export interface RetentionReceiptTable {
  id: string;
  organization_id: string;
  at: Date;
  /** Older than this was deleted. */
  before: Date;
  /** JSON: number of deleted rows by kind. */
  deleted: string;
}

export interface ReviewRuleWeekTable {
  organization_id: string;
  week: Date;
  actor_id: string;
  rule_id: string;
  reviewed: bigint;
  false_positives: bigint;
  fresh: Generated<boolean>;
}

export interface ReviewStepTable {
  transaction_id: string;
  number: number;
  organization_id: string;
  kind: 'look' | 'decision' | 'reopening';
  outcome: 'APPROVED' | 'CLOSED_WITH_NOTE' | 'CLOSED_WITH_SAR' | null;
  at: Date;
  actor_id: string;
  seconds: number | null;
}

export interface ReviewWeekTable {
  organization_id: string;
  /** Its Monday (UTC). */
  week: Date;
  actor_id: string;
  first_reviews: Generated<bigint>;
  approved: Generated<bigint>;
  closed_with_note: Generated<bigint>;
  closed_with_sar: Generated<bigint>;
  reopened: Generated<bigint>;
  /** Current decisions above the risk threshold, and those of them without a report. */
  reviewed: Generated<bigint>;
  false_positives: Generated<bigint>;
  /** Seconds until first reviews and until decisions: added and removed ones, ascending, 4 bytes each (big-endian). */
  first_review_seconds: Generated<Uint8Array>;
  first_review_seconds_removed: Generated<Uint8Array>;
  decision_seconds: Generated<Uint8Array>;
  decision_seconds_removed: Generated<Uint8Array>;
  /** Not yet added up with others. */
  fresh: Generated<boolean>;
}

export interface ReviewerAutoAssignmentTable {
  organization_id: string;
  user_id: string;
  auto_assign: Generated<boolean>;
  last_given_at: Date | null;
}

export interface RiskHistoryTable {
  id: Generated<bigint>;
  watch_id: bigint;
  height: number | null;
  block_hash: string | null;
  directory_version: bigint;
  state: string;
  overall: number | null;
  score: number | null;
  level: string;
  hash: string;
  factors: unknown;
  release: bigint | null;
  at: Date;
}

export interface RiskProfileTable {
  organization_id: string;
  /** From 1; a draft has the number that it will be activated under. */
  number: number;
  state: 'draft' | 'active' | 'replaced';
  /** `profileVersion` of the settings. */
  version: string;
  /** JSON of the whole profile. */
  settings: string;
  reason: string;
  written_by: string;
  written_at: Date;
  activated_by: string | null;
  activated_at: Date | null;
}

export interface RiskRescoreTable {
  watch_id: bigint;
  release: bigint;
  attempts: Generated<number>;
  next_attempt_at: Generated<Date>;
}

export interface RiskRescoreStateTable {
  one: Generated<boolean>;
  release: bigint;
  began_at: Date | null;
  ended_at: Date | null;
  done: Generated<number>;
  differed: Generated<number>;
  failed: Generated<number>;
}

export interface RiskWatchTable {
  id: Generated<bigint>;
  organization_id: string | null;
  chain: string;
  kind: string;
  subject: string;
  method: string;
  profile_version: string;
  directory_version: bigint;
  dependencies: bigint[];
  dependencies_complete: boolean;
}

export interface SarEventTable {
  report_id: string;
  organization_id: string;
  /** From 1 without gaps. */
  number: number;
  kind: SarEventKind;
  at: Date;
  actor_id: string | null;
  /** JSON: parts that changed, and how many signatures that voided. */
  data: string;
  hash: Uint8Array;
  note: string | null;
}

export interface SarInstitutionTable {
  organization_id: string;
  /** JSON. */
  content: string;
  version: number;
  updated_by: string;
  updated_at: Date;
}

export interface SarReportTable {
  id: string;
  organization_id: string;
  /** Of the organization's reports, from 1. */
  number: number;
  title: string;
  status: SarStatus;
  case_id: string | null;
  /** The report that this one corrects or continues. */
  amends_id: string | null;
  /** canonical JSON: the bytes that are signed Canonical JSON. */
  content: string;
  /** SHA-256 of what is signed. */
  hash: Uint8Array;
  /** names of subjects, for lists and their search JSON: names of subjects. */
  subjects: string;
  authority: string | null;
  reference: string | null;
  /** `YYYY-MM-DD`. */
  submitted_on: string | null;
  submission_note: string | null;
  submitted_by: string | null;
  submitted_at: Date | null;
  withdrawn_because: string | null;
  withdrawn_by: string | null;
  withdrawn_at: Date | null;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  /** Number of its last event. */
  version: Generated<number>;
}

export interface SarSignatureTable {
  id: string;
  report_id: string;
  signed_by: string;
  role: string;
  signed_at: Date;
  /** of the content that was signed */
  hash: Uint8Array;
  voided_at: Date | null;
  voided_by: string | null;
  voided_because: string | null;
}

export interface SarTransactionTable {
  report_id: string;
  transaction_id: string;
}

export interface ScreeningBatchTable {
  id: string;
  organization_id: string;
  /** A batch is received until all of its lines are stored; only then it exists for others. */
  state: 'received' | 'running' | 'finished';
  name: string;
  direction: 'in' | 'out';
  created_by: string;
  created_at: Date;
  /** SHA-256 of the body, and the name by which it can be repeated; null: never, or not any more. */
  digest: Uint8Array | null;
  idempotency_key: string | null;
  /** Version of the rules; 0: the default. */
  rules_number: number;
  lines: number;
  /** Decided lines, by decision, and those with a problem. */
  allowed: number;
  reviewed: number;
  blocked: number;
  problems: number;
  attempts: number;
  next_attempt_at: Date | null;
  done_at: Date | null;
}

export interface ScreeningBatchPartTable {
  batch_id: string;
  /** From 0, in the order of the file. */
  number: number;
  /** Number of the last line in the file. */
  last_line: number;
  /** JSON Lines, compressed: what was sent, and what was decided; null until then. */
  sent: Uint8Array;
  decided: Uint8Array | null;
}

export interface ScreeningCheckTable {
  id: string;
  organization_id: string;
  state: 'pending' | 'decided';
  decision: 'allow' | 'review' | 'block' | null;
  /** The transfer, as the contract declares it. */
  transfer: unknown;
  client_id: string | null;
  /** SHA-256 of the request, and the name by which it can be repeated; null: never, or not any more. */
  digest: Buffer;
  idempotency_key: string | null;
  created_by: string;
  created_at: Date;
  decided_at: Date | null;
  /** It was answered as pending, so its decision is an event. */
  awaited: boolean;
  /** What the rules compared, and the answer; null while it is pending. */
  facts: unknown;
  answer: unknown;
  /** Version of the rules; 0: the default. */
  rules_number: number | null;
  /** State and profile of the score, to compute it again. */
  basis: unknown;
  attempts: number;
  next_attempt_at: Date | null;
  done_at: Date | null;
}

export interface ScreeningRulesTable {
  organization_id: string;
  /** From 1; a draft has the number that it will be activated under. */
  number: number;
  state: 'draft' | 'active' | 'replaced';
  /** As the contract declares them. */
  rules: unknown;
  reason: string;
  written_by: string;
  written_at: Date;
  activated_by: string | null;
  activated_at: Date | null;
}

export interface ServerProcessTable {
  id: string;
  mode: string;
  version: string;
  host: string;
  /** First bytes of a hash that differs between any two token secrets. */
  secret_check: Uint8Array;
  started_at: Generated<Date>;
  /** Since then, another process has its work, and its connections are refused. */
  fenced_at: Date | null;
}

export interface SourceRequestTable {
  id: string;
  request: Uint8Array;
  answer: Uint8Array | null;
  created_at: Generated<Date>;
}

export interface SourceStateTable {
  singleton: Generated<boolean>;
  state: unknown;
  written_at: Date;
}

export interface StaleBlockTable {
  id: Generated<bigint>;
  blockchain: 'bitcoin' | 'ethereum';
  hash: Uint8Array;
  height: number;
  txids: Uint8Array;
}

export interface StripeEventTable {
  id: string;
  type: string;
  received_at: Date;
}

export interface SubscriptionTable {
  organization_id: string;
  plan_id: string;
  status: SubscriptionStatus;
  billing_period: 'monthly' | 'yearly';
  /** Periods start whole months after it. */
  anchor: Date;
  period_start: Date;
  /** Null: no end (free plan). */
  period_end: Date | null;
  trial_end: Date | null;
  trial_used: boolean;
  cancel_at_period_end: boolean;
  /** What a period costs since it began: later changes of the plan's price do not touch it. */
  price: bigint;
  currency: string;
  /** Left over from plans that cost more; the next invoices use it up. */
  credit: bigint;
  stripe_customer: string | null;
  stripe_subscription: string | null;
  /** The checkout that is open at Stripe. */
  stripe_checkout: string | null;
  /** The cancellation has not been sent to Stripe yet. */
  stripe_cancel: boolean;
  /** Grows with every change. */
  version: number;
  created_at: Date;
  updated_at: Date;
}

export interface TravelAddressTable {
  id: string;
  organization_id: string;
  token: string;
  client_id: string;
  blockchain: 'bitcoin' | 'ethereum' | null;
  payment_address: string | null;
  created_by: string;
  created_at: Date;
  deleted_at: Date | null;
}

export interface TravelEventTable {
  transfer_id: string;
  number: number;
  organization_id: string;
  kind: string;
  at: Date;
  /** Null: the counterparty, or the server. */
  actor_id: string | null;
}

export interface TravelInstitutionTable {
  organization_id: string;
  /** As the contract declares it. */
  fields: unknown;
  retention_days: number;
  updated_by: string;
  updated_at: Date;
}

export interface TravelTransferTable {
  id: string;
  organization_id: string;
  direction: 'in' | 'out';
  state:
    | 'sending'
    | 'waiting'
    | 'undecided'
    | 'more_requested'
    | 'approved'
    | 'completed'
    | 'rejected'
    | 'canceled'
    | 'failed'
    | 'recorded';
  blockchain: 'bitcoin' | 'ethereum';
  /** Contract of a token; null: the coin of the chain. */
  asset: string | null;
  symbol: string;
  decimals: number;
  /** Identifier of a token (ISO 24165). */
  dti: string | null;
  /** In the smallest unit. */
  amount: Numeric;
  cents: bigint | null;
  counterparty: string | null;
  host: string | null;
  entity_id: string | null;
  entity_name: string | null;
  client_id: string | null;
  /** Identifier that both institutions use. */
  reference: string;
  /** Wallet that receives, and transaction. */
  address: string | null;
  transaction: string | null;
  proof_id: string | null;
  /** Where the counterparty receives inquiries or callbacks; encrypted, as its end is a secret. */
  peer: Uint8Array | null;
  /** SHA-256 of the end of the URL of callbacks; null: there is none. */
  callback_hash: Uint8Array | null;
  /** The same, encrypted. */
  callback: Uint8Array | null;
  /** Travel address at which it arrived. */
  travel_address_id: string | null;
  /** Payload (IVMS 101.2023) and reasons, encrypted; null: erased. */
  personal: Uint8Array | null;
  ivms_version: '2020' | '2023';
  /** Message to the counterparty that is to be sent; null: none. */
  message: 'inquiry' | 'resolution' | 'confirmation' | null;
  attempts: number;
  next_attempt_at: Date | null;
  done_at: Date | null;
  last_error: string | null;
  version: number;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
  erased_at: Date | null;
}

export interface UsageMonthTable {
  organization_id: string;
  /** Month in UTC, `2026-03`. */
  month: string;
  transactions: bigint;
}

export interface UsedRefreshTokenTable {
  /** SHA-256. */
  hash: Uint8Array;
  session_id: string;
  used_at: Date;
}

export interface UserIdentityTable {
  issuer: string;
  subject: string;
  user_id: string;
  /** What the provider is called. */
  name: string;
  linked_at: Date;
}

export interface UserTotpTable {
  user_id: string;
  /** Sealed. */
  secret: Uint8Array;
  created_at: Date;
  /** Null until the first code was given. */
  confirmed_at: Date | null;
  /** Time step of the last code that was taken: each works once (RFC 6238, section 5.2). */
  last_step: bigint | null;
}

export interface WalletProofTable {
  id: string;
  organization_id: string;
  blockchain: 'bitcoin' | 'ethereum';
  address: string;
  client_id: string | null;
  message: string;
  method: 'BIP-322' | 'BIP-137' | 'EIP-191' | 'EIP-1271' | null;
  signature: string | null;
  created_by: string;
  created_at: Date;
  expires_at: Date;
  proven_at: Date | null;
}

export interface WebhookTable {
  id: string;
  organization_id: string;
  url: string;
  description: string;
  state: 'active' | 'paused' | 'disabled';
  /** Why it is paused. */
  reason: string | null;
  /** Attempts that have failed since the last success. */
  failures: number;
  /** The receiver is left alone until then. */
  not_before: Date | null;
  last_success_at: Date | null;
  /** Sealed. */
  secret: Uint8Array;
  previous_secret: Uint8Array | null;
  previous_until: Date | null;
  version: number;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

export interface WebhookDeliveryTable {
  id: string;
  organization_id: string;
  webhook_id: string;
  /** What the receiver sees as `webhook-id`. */
  event_id: string;
  kind: 'alert.raised' | 'alert.acknowledged' | 'screening.decided' | 'test';
  sequence: bigint | null;
  state: 'queued' | 'delivered' | 'dead';
  attempts: number;
  first_tried_at: Date | null;
  next_attempt_at: Date | null;
  last_status: number | null;
  last_error: string | null;
  created_at: Date;
  done_at: Date | null;
}

export interface WorkLeaseTable {
  singleton: Generated<boolean>;
  /** How often it was taken; it grows with each holder. */
  token: bigint;
  /** Null: it was released. */
  holder: string | null;
  renewed_at: Date;
}

/** Every table by its name. Those of the ledger are written by `ledger/` alone, in SQL. */
export interface Schema {
  alert: AlertTable;
  alert_event: AlertEventTable;
  alert_event_count: AlertEventCountTable;
  alert_mail: AlertMailTable;
  alert_rule: AlertRuleTable;
  api_key: ApiKeyTable;
  api_key_secret: ApiKeySecretTable;
  api_key_use: ApiKeyUseTable;
  app_session: AppSessionTable;
  app_user: AppUserTable;
  audit_chain: AuditChainTable;
  audit_detail: AuditDetailTable;
  audit_log: AuditLogTable;
  backup_run: BackupRunTable;
  btc_account: BtcAccountTable;
  btc_activity: BtcActivityTable;
  btc_block: BtcBlockTable;
  btc_cluster: BtcClusterTable;
  btc_cluster_entity: BtcClusterEntityTable;
  btc_cluster_state: BtcClusterStateTable;
  btc_days: BtcDaysTable;
  btc_dropped: BtcDroppedTable;
  btc_dropped_input: BtcDroppedInputTable;
  btc_fork_block: BtcForkBlockTable;
  btc_label: BtcLabelTable;
  btc_ledger: BtcLedgerTable;
  btc_load: BtcLoadTable;
  btc_mempool: BtcMempoolTable;
  btc_mempool_address: BtcMempoolAddressTable;
  btc_mempool_input: BtcMempoolInputTable;
  btc_mempool_tx: BtcMempoolTxTable;
  btc_range: BtcRangeTable;
  btc_remote: BtcRemoteTable;
  btc_remote_address: BtcRemoteAddressTable;
  btc_remote_block: BtcRemoteBlockTable;
  btc_remote_entry: BtcRemoteEntryTable;
  btc_remote_tx: BtcRemoteTxTable;
  btc_spend: BtcSpendTable;
  btc_tx: BtcTxTable;
  btc_tx_lookup: BtcTxLookupTable;
  btc_tx_rest: BtcTxRestTable;
  btc_unresolved: BtcUnresolvedTable;
  case_address: CaseAddressTable;
  case_document: CaseDocumentTable;
  case_event: CaseEventTable;
  case_evidence: CaseEvidenceTable;
  case_evidence_part: CaseEvidencePartTable;
  case_note: CaseNoteTable;
  case_task: CaseTaskTable;
  case_transaction: CaseTransactionTable;
  compliance_case: ComplianceCaseTable;
  compliance_daily_count: ComplianceDailyCountTable;
  compliance_dependency: ComplianceDependencyTable;
  compliance_event: ComplianceEventTable;
  compliance_exposure: ComplianceExposureTable;
  compliance_filter: ComplianceFilterTable;
  compliance_finding: ComplianceFindingTable;
  compliance_rescreen: ComplianceRescreenTable;
  compliance_rescreen_state: ComplianceRescreenStateTable;
  compliance_transaction: ComplianceTransactionTable;
  contact_request: ContactRequestTable;
  directory_attribution: DirectoryAttributionTable;
  directory_change: DirectoryChangeTable;
  directory_editor: DirectoryEditorTable;
  directory_entity: DirectoryEntityTable;
  directory_feed: DirectoryFeedTable;
  directory_job: DirectoryJobTable;
  directory_job_step: DirectoryJobStepTable;
  directory_merged: DirectoryMergedTable;
  directory_release: DirectoryReleaseTable;
  directory_source: DirectorySourceTable;
  directory_staged_attribution: DirectoryStagedAttributionTable;
  directory_staged_statement: DirectoryStagedStatementTable;
  directory_staged_subject: DirectoryStagedSubjectTable;
  directory_state: DirectoryStateTable;
  directory_statement: DirectoryStatementTable;
  directory_subject: DirectorySubjectTable;
  eth_account: EthAccountTable;
  eth_asset: EthAssetTable;
  eth_block: EthBlockTable;
  eth_days: EthDaysTable;
  eth_dropped_tx: EthDroppedTxTable;
  eth_fact: EthFactTable;
  eth_holding: EthHoldingTable;
  eth_ledger: EthLedgerTable;
  eth_list: EthListTable;
  eth_load: EthLoadTable;
  eth_range: EthRangeTable;
  eth_remote: EthRemoteTable;
  eth_remote_address: EthRemoteAddressTable;
  eth_remote_list: EthRemoteListTable;
  eth_remote_movement: EthRemoteMovementTable;
  eth_remote_token: EthRemoteTokenTable;
  eth_tx: EthTxTable;
  eth_tx_lookup: EthTxLookupTable;
  flow_document: FlowDocumentTable;
  flow_link: FlowLinkTable;
  flow_note: FlowNoteTable;
  flow_share: FlowShareTable;
  flow_snapshot: FlowSnapshotTable;
  flow_state: FlowStateTable;
  flow_step: FlowStepTable;
  invoice: InvoiceTable;
  issuer_measure: IssuerMeasureTable;
  ledger_event: LedgerEventTable;
  ledger_event_counter: LedgerEventCounterTable;
  monitored_address: MonitoredAddressTable;
  monitored_address_event: MonitoredAddressEventTable;
  monitored_change_counter: MonitoredChangeCounterTable;
  monitored_wallet: MonitoredWalletTable;
  monitored_wallet_address: MonitoredWalletAddressTable;
  monitored_wallet_branch: MonitoredWalletBranchTable;
  news_feed: NewsFeedTable;
  news_item: NewsItemTable;
  note: NoteTable;
  note_version: NoteVersionTable;
  one_time_token: OneTimeTokenTable;
  organization: OrganizationTable;
  organization_invitation: OrganizationInvitationTable;
  organization_member: OrganizationMemberTable;
  organization_provisioning: OrganizationProvisioningTable;
  outbox_mail: OutboxMailTable;
  passkey: PasskeyTable;
  plan: PlanTable;
  plan_price: PlanPriceTable;
  price_day: PriceDayTable;
  price_latest: PriceLatestTable;
  price_range: PriceRangeTable;
  provisioned_group: ProvisionedGroupTable;
  provisioned_group_member: ProvisionedGroupMemberTable;
  provisioned_user: ProvisionedUserTable;
  rate_window: RateWindowTable;
  recovery_code: RecoveryCodeTable;
  retention_receipt: RetentionReceiptTable;
  review_rule_week: ReviewRuleWeekTable;
  review_step: ReviewStepTable;
  review_week: ReviewWeekTable;
  reviewer_auto_assignment: ReviewerAutoAssignmentTable;
  risk_history: RiskHistoryTable;
  risk_profile: RiskProfileTable;
  risk_rescore: RiskRescoreTable;
  risk_rescore_state: RiskRescoreStateTable;
  risk_watch: RiskWatchTable;
  sar_event: SarEventTable;
  sar_institution: SarInstitutionTable;
  sar_report: SarReportTable;
  sar_signature: SarSignatureTable;
  sar_transaction: SarTransactionTable;
  screening_batch: ScreeningBatchTable;
  screening_batch_part: ScreeningBatchPartTable;
  screening_check: ScreeningCheckTable;
  screening_rules: ScreeningRulesTable;
  server_process: ServerProcessTable;
  source_request: SourceRequestTable;
  source_state: SourceStateTable;
  stale_block: StaleBlockTable;
  stripe_event: StripeEventTable;
  subscription: SubscriptionTable;
  travel_address: TravelAddressTable;
  travel_event: TravelEventTable;
  travel_institution: TravelInstitutionTable;
  travel_transfer: TravelTransferTable;
  usage_month: UsageMonthTable;
  used_refresh_token: UsedRefreshTokenTable;
  user_identity: UserIdentityTable;
  user_totp: UserTotpTable;
  wallet_proof: WalletProofTable;
  webhook: WebhookTable;
  webhook_delivery: WebhookDeliveryTable;
  work_lease: WorkLeaseTable;
}
