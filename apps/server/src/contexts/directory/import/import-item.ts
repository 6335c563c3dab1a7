import type { Blockchain } from '@hopscope/domain';
/** One value of one field, as a source states it. */
export interface ImportedStatement {
  /** A name of `directoryFields`; others are refused one by one. */
  readonly field: string;
  /** Any spelling that `canonicalValue` knows; others are refused one by one. */
  readonly value: string;
  /** A link, or the place in the source. The same from one run to the next, or the statement counts as a new one. */
  readonly ref: string;
  /** 0 to 100. */
  readonly confidence: number;
  /** Days such as 2026-01-31, both included. */
  readonly validFrom?: string;
  readonly validTo?: string;
}

/** Everything that a source says of one subject; it comes before the attributions to it. */
export interface ImportedSubject {
  readonly kind: 'subject';
  /** The source's own name of it, the same in every run; at most 300 characters. */
  readonly localId: string;
  /** The entity id that the source means. */
  readonly sameAs?: string;
  /** False: it is never taken for a known entity because of its name. */
  readonly matchByName?: boolean;
  readonly statements: readonly ImportedStatement[];
}

/** Whose an address is, as a source says. */
export interface ImportedAttribution {
  readonly kind: 'attribution';
  readonly localId: string;
  readonly chain: Blockchain;
  readonly address: string;
  readonly attribution: 'direct' | 'derived';
  readonly bo?: string;
  readonly custodian?: string;
  readonly label?: string;
  readonly category?: string;
  readonly confidence: number;
  readonly ref: string;
  readonly validFrom?: string;
  readonly validTo?: string;
}

/** What an importer yields. */
export type ImportItem =
  | ImportedSubject
  | ImportedAttribution
  /** One row that cannot be used; the rest goes on. */
  | { readonly kind: 'refused'; readonly place: string; readonly reason: string }
  /** Counted, not kept. */
  | { readonly kind: 'other_chain'; readonly place: string; readonly chain: string }
  /** Day of the data, as the source gives it. */
  | { readonly kind: 'data_date'; readonly date: string };

/** A file to read, from a folder or fetched. */
export interface ImportFile {
  readonly name: string;
  read(signal: AbortSignal): AsyncIterable<Uint8Array>;
}

/** Reads the files of a source. Throws `ImportError` where they cannot be read as a whole. */
export type Importer = (files: readonly ImportFile[], signal: AbortSignal) => AsyncIterable<ImportItem>;

/** A file that is torn, unreadable or not what it says: the source keeps what it had. */
export class ImportError extends Error {
  override name = 'ImportError';
  readonly code: string;
  readonly place: string;
  constructor(code: string, place: string, message: string, more: { cause?: unknown } = {}) {
    super(message, more);
    this.code = code;
    this.place = place;
  }
}
