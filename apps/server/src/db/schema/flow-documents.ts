import type { FlowRole } from '@hopscope/contract';

/** FlowTrace documents of organisations (migrations 0023, 0037). */
export interface FlowTables {
  flow_document: FlowDocumentTable;
  flow_step: FlowStepTable;
  flow_state: FlowStateTable;
  flow_note: FlowNoteTable;
  flow_snapshot: FlowSnapshotTable;
  flow_share: FlowShareTable;
  flow_link: FlowLinkTable;
}

export interface FlowDocumentTable {
  id: string;
  organization_id: string;
  title: string;
  everybody: FlowRole | null;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  /** Number of the last step. */
  sequence: number;
  /** Records after it. */
  records: number;
  /** Of all steps. */
  bytes: bigint;
  deleted_at: Date | null;
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

export interface FlowStateTable {
  document_id: string;
  sequence: number;
  /** Canonical JSON of the records, gzip. */
  records: Buffer;
}

export interface FlowNoteTable {
  document_id: string;
  note_id: string;
  author: string;
  name: string;
  time: bigint;
  text: string;
}

export interface FlowSnapshotTable {
  id: string;
  document_id: string;
  sequence: number;
  name: string;
  made_by: string;
  made_at: Date;
}

export interface FlowShareTable {
  document_id: string;
  user_id: string;
  role: FlowRole;
}

export interface FlowLinkTable {
  id: string;
  document_id: string;
  /** SHA-256 of the token. */
  token: Buffer;
  made_by: string;
  made_at: Date;
  expires_at: Date;
}
