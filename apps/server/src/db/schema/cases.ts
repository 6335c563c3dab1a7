import type { CaseEventKind, CaseOutcome, CaseStatus, EvidenceType } from '@hopscope/contract';

/** Cases of organisations (migration 0026). */
export interface CaseTables {
  compliance_case: CaseTable;
  case_transaction: CaseTransactionTable;
  case_address: CaseAddressTable;
  case_document: CaseDocumentTable;
  case_note: CaseNoteTable;
  case_task: CaseTaskTable;
  case_evidence: CaseEvidenceTable;
  case_evidence_part: { evidence_id: string; part: number; bytes: Uint8Array };
  case_event: CaseEventTable;
}

export interface CaseTable {
  id: string;
  organization_id: string;
  /** Of the organisation's cases, from 1. */
  number: number;
  title: string;
  description: string;
  /** 1: critical to 4: low. */
  priority: number;
  status: CaseStatus;
  /** Who put it into this status; null: unknown, or nobody since it was opened. */
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
  version: number;
}

interface Added {
  added_by: string;
  added_at: Date;
}

export interface CaseTransactionTable extends Added {
  case_id: string;
  /** Of `compliance_transaction`. */
  transaction_id: string;
}

export interface CaseAddressTable extends Added {
  id: string;
  case_id: string;
  chain: 'bitcoin' | 'ethereum';
  address: string;
}

export interface CaseDocumentTable extends Added {
  case_id: string;
  document_id: string;
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

export interface CaseEvidenceTable extends Added {
  id: string;
  case_id: string;
  name: string;
  type: EvidenceType;
  size: number;
  sha256: Uint8Array;
  removed_by: string | null;
  removed_at: Date | null;
  removed_because: string | null;
}

export interface CaseEventTable {
  case_id: string;
  /** From 1 without gaps. */
  number: number;
  kind: CaseEventKind;
  at: Date;
  by_id: string | null;
  /** JSON: what changed and what was added or taken away. */
  facts: string;
  note: string | null;
}
