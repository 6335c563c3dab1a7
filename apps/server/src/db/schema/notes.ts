import type { Note } from '@hopscope/contract';

/** Notes and their earlier texts. */
export interface NoteTables {
  note: NoteTable;
  note_version: NoteVersionTable;
}

export interface NoteTable {
  id: string;
  organization_id: string;
  type: Note['type'];
  /** As the chain writes it, in small letters. */
  transaction_id: string | null;
  /** In the one spelling that all spellings of an address come to. */
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
