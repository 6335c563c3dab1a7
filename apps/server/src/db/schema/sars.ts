import type { SarEventKind, SarStatus } from '@hopscope/contract';

/** Suspicious activity reports of organisations (migration 0028). */
export interface SarTables {
  sar_institution: SarInstitutionTable;
  sar_report: SarReportTable;
  /** Compliance transactions that a report tells of. */
  sar_transaction: { report_id: string; transaction_id: string };
  sar_signature: SarSignatureTable;
  sar_event: SarEventTable;
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
  /** Of the organisation's reports, from 1. */
  number: number;
  title: string;
  status: SarStatus;
  case_id: string | null;
  /** The report that this one corrects or goes on from. */
  amends_id: string | null;
  /** Canonical JSON. */
  content: string;
  /** SHA-256 of what is signed. */
  hash: Uint8Array;
  /** JSON: names of subjects. */
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
  version: number;
}

export interface SarSignatureTable {
  id: string;
  report_id: string;
  signed_by: string;
  role: string;
  signed_at: Date;
  hash: Uint8Array;
  voided_at: Date | null;
  voided_by: string | null;
  voided_because: string | null;
}

export interface SarEventTable {
  report_id: string;
  /** From 1 without gaps. */
  number: number;
  kind: SarEventKind;
  at: Date;
  by_id: string | null;
  /** JSON. */
  facts: string;
  hash: Uint8Array;
  note: string | null;
}
