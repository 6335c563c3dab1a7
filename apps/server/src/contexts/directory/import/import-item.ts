import type { Blockchain } from '@hopscope/domain';
/** One value of one field in a source. */
export interface ImportedStatement {
  /** A name of `directoryFields`; others are refused individually. */
  readonly field: string;
  /** Any spelling that `canonicalValue` accepts; others are refused individually. */
  readonly value: string;
  /** A link, or the place in the source. Has to stay the same between runs, or the statement counts as new. */
  readonly ref: string;
  /** 0 to 100. */
  readonly confidence: number;
  /** Days such as 2026-01-31, inclusive. */
  readonly validFrom?: string;
  readonly validTo?: string;
}

/** All statements of a source about one subject; it precedes its attributions. */
export interface ImportedSubject {
  readonly kind: 'subject';
  /** The source's own ID of it, the same in every run; at most 300 characters. */
  readonly localId: string;
  /** The entity ID that the source means. */
  readonly sameAs?: string;
  /** False: never matched to a known entity by name. */
  readonly matchByName?: boolean;
  readonly statements: readonly ImportedStatement[];
}

/** An attribution of an address by a source. */
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

/** An item of an importer. */
export type ImportItem =
  | ImportedSubject
  | ImportedAttribution
  /** One unusable row; import continues. */
  | { readonly kind: 'refused'; readonly place: string; readonly reason: string }
  /** Counted, but not stored. */
  | { readonly kind: 'other_chain'; readonly place: string; readonly chain: string }
  /** Date of the data in the source. */
  | { readonly kind: 'data_date'; readonly date: string };

/** A file to read, from a folder or fetched. */
export interface ImportFile {
  readonly name: string;
  read(signal: AbortSignal): AsyncIterable<Uint8Array>;
}

/** Reads the files of a source. Throws `ImportError` if they can't be read as a whole. */
export type Importer = (files: readonly ImportFile[], signal: AbortSignal) => AsyncIterable<ImportItem>;

/** A truncated, unreadable, or wrong file: the source keeps its previous data. */
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
