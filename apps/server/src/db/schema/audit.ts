import type { Generated } from 'kysely';

/** The audit log: chains of hashes, one per organisation and one for the installation. */
export interface AuditTables {
  audit_chain: AuditChainTable;
  audit_log: AuditLogTable;
  audit_detail: AuditDetailTable;
}

export interface AuditChainTable {
  /** Organisation id, or the nil UUID for the installation. */
  id: string;
  length: bigint;
  head: Uint8Array;
  /** Length that the chain of the installation vouches for. */
  anchored: Generated<bigint>;
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

/** The part that can be erased: who by name, from where, before, after, why. */
export interface AuditDetailTable {
  chain_id: string;
  sequence: bigint;
  /** Null where an earlier version erased the whole. */
  salt: Uint8Array | null;
  /** Canonical JSON: the text that was committed to or, once erased, the one that the erasing entry committed to. */
  details: string | null;
  erased_at: Date | null;
}
